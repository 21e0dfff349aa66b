import type { Tx } from '../shared/database/reader.js';
import type { InstanceFacts } from './instance.js';

export type { ConfigFacts, DiskFacts, InstanceFacts, InterfaceFacts } from './instance.js';

/** Compute's facts as the other folders see them: what instances there are and what is attached where. */
export abstract class Instances {
  /** The stored instance, or null. */
  abstract find(instanceId: number): Promise<InstanceFacts | null>;

  /**
   * Stores the instance in place of what was known of it.
   * @throws Invalid naming the field of what contradicts other facts (platform-api.md, Compute)
   */
  abstract replace(tx: Tx, instance: InstanceFacts): Promise<void>;

  /** Forgets the instance and frees its interfaces; false when it is unknown. */
  abstract remove(tx: Tx, instanceId: number): Promise<boolean>;
}

/**
 * The instances assigned to a subnet as a JSON array (spec: VPC Subnet, `instances`; D-58), for the select list of a
 * statement: `[{id, interfaces: [{active, id}]}]`, both by id.
 */
export function instancesOfSubnet(subnetId: string): string {
  return `(SELECT coalesce(json_agg(json_build_object('id', x.instance_id, 'interfaces', x.interfaces)
      ORDER BY x.instance_id), '[]')
    FROM (SELECT i.instance_id, json_agg(json_build_object('active', i.active, 'id', i.id) ORDER BY i.id) AS interfaces
      FROM instance_interfaces i WHERE i.subnet_id = ${subnetId} GROUP BY i.instance_id) x)`;
}

/** Whether an interface of any instance, active or not, uses the subnet (D-63). */
export function hasInterfaces(subnetId: string): string {
  return `EXISTS (SELECT FROM instance_interfaces i WHERE i.subnet_id = ${subnetId})`;
}

/** The addresses `a` of VPC interfaces `i`: a row per address and per range (D-60). */
export const VPC_ADDRESSES = 'vpc_addresses a JOIN instance_interfaces i ON i.id = a.interface_id';
