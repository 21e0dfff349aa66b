import type { Reader, Tx } from '../database/reader.js';
import type { DiskFacts, InstanceFacts } from './instance.js';

export type { ConfigFacts, DiskFacts, InstanceFacts, InterfaceFacts } from './instance.js';

/** A disk and the instance that has it. */
export interface AttachedDisk extends DiskFacts {
  readonly instance: Pick<InstanceFacts, 'id' | 'label'>;
}

/** Whose eyes look: a restricted user sees the instances that they are granted (D-45). */
export interface Viewer {
  readonly accountId: number;
  readonly userId: number;
  readonly restricted: boolean;
}

/** Compute's facts as the other folders see them: what instances there are and what is attached where. */
export abstract class Instances {
  /** The stored instance, or null. */
  abstract find(reader: Reader, instanceId: number): Promise<InstanceFacts | null>;

  /** The disk, when its instance is the viewer's to see. */
  abstract findDisk(reader: Reader, viewer: Viewer, diskId: number): Promise<AttachedDisk | undefined>;

  /**
   * Stores the instance in place of what was known of it.
   * @throws Invalid naming the field of what contradicts other facts (platform-api.md, Compute)
   */
  abstract replace(tx: Tx, instance: InstanceFacts): Promise<void>;

  /** Whether an interface of any instance, active or not, uses one of the subnets (D-63). */
  abstract useSubnets(reader: Reader, subnetIds: readonly number[]): Promise<boolean>;

  /** Forgets the instance and frees its interfaces; false when it is unknown. */
  abstract remove(tx: Tx, instanceId: number): Promise<boolean>;
}

/** Where the request came from that removes an instance, for audit. */
export interface Remover {
  readonly address: string;
  readonly requestId: string;
}

/** Keeps what is worth keeping of an instance that is about to go; implemented by the image area. */
export abstract class InstanceKeeper {
  /**
   * Has an automatic image made of the instance's first disk (platform-api.md: `keep_image`); an instance without disks
   * leaves none.
   * @throws Invalid when the account has no room for another image.
   */
  abstract keepImage(tx: Tx, by: Remover, instance: InstanceFacts): Promise<void>;
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

/** The addresses `a` of VPC interfaces `i`: a row per address and per range (D-60). */
export const VPC_ADDRESSES = 'vpc_addresses a JOIN instance_interfaces i ON i.id = a.interface_id';
