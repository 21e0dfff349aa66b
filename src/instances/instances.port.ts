import type { Tx } from '../database/reader.js';
import type { InstanceFacts } from './instance.js';

export type { AttachedDisk, ConfigFacts, DiskFacts, InstanceFacts, InterfaceFacts } from './instance.js';
export { Instances } from './instances.service.js';

/** The origin of the request that removes an instance, for audit. */
export interface Remover {
  readonly address: string;
  readonly requestId: string;
}

/** Saves an image of an instance that is about to be deleted; the image area implements it. */
export abstract class InstanceKeeper {
  /**
   * Starts the capture of the instance's first disk as an automatic image (platform-api.md:
   * `keep_image`). Does nothing for an instance without disks.
   * @throws Invalid when the account has reached its image quota
   */
  abstract keepImage(tx: Tx, by: Remover, instance: InstanceFacts): Promise<void>;
}

/**
 * The instances assigned to a subnet as a JSON array (spec: VPC Subnet, `instances`; D-58), for the
 * select list of a statement: `[{id, interfaces: [{active, id}]}]`, both by id.
 */
export function instancesOfSubnet(subnetId: string): string {
  return `(SELECT coalesce(json_agg(json_build_object('id', x.instance_id, 'interfaces', x.interfaces)
      ORDER BY x.instance_id), '[]')
    FROM (SELECT i.instance_id, json_agg(json_build_object('active', i.active, 'id', i.id) ORDER BY i.id) AS interfaces
      FROM instance_interfaces i WHERE i.subnet_id = ${subnetId} GROUP BY i.instance_id) x)`;
}

/** The addresses `a` of VPC interfaces `i`: a row per address and per range (D-60). */
export const VPC_ADDRESSES = 'vpc_addresses a JOIN instance_interfaces i ON i.id = a.interface_id';
