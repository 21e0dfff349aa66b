import type { Blocker } from '../shared/errors/reason.js';
import type { Reader, Tx } from '../database/reader.js';
import type { DiskFacts, InstanceFacts } from './instance.js';

export type { ConfigFacts, DiskFacts, InstanceFacts, InterfaceFacts } from './instance.js';

/** A disk and its instance. */
export interface AttachedDisk extends DiskFacts {
  readonly instance: Pick<InstanceFacts, 'id' | 'label'>;
}

/** The user who reads. A restricted user sees only instances that they have a grant on (D-45). */
export interface Viewer {
  readonly accountId: number;
  readonly userId: number;
  readonly restricted: boolean;
  /** The restrictions of a narrowed token; instances belong to `rest` (D-279). */
  readonly narrowing: { readonly openKinds: readonly string[] } | null;
}

/**
 * Compute's facts for the other folders: the instances, and the subnets that their interfaces use.
 */
export abstract class Instances {
  /** The stored instance, or null. */
  abstract find(reader: Reader, instanceId: number): Promise<InstanceFacts | null>;

  /** The disk; undefined when the viewer may not see its instance. */
  abstract findDisk(reader: Reader, viewer: Viewer, diskId: number): Promise<AttachedDisk | undefined>;

  /**
   * Stores the instance and replaces its stored parts.
   * @throws Invalid with each field that contradicts other facts (platform-api.md, Compute)
   */
  abstract replace(tx: Tx, instance: InstanceFacts): Promise<void>;

  /**
   * The interfaces of any instance, active or not, that use one of the subnets (D-63): at most 100.
   * An instance that the viewer may not see has no label.
   */
  abstract usersOfSubnets(tx: Tx, viewer: Viewer, subnetIds: readonly number[]): Promise<readonly Blocker[]>;

  /** Deletes the instance with its interfaces. @returns false when there is none. */
  abstract remove(tx: Tx, instanceId: number): Promise<boolean>;
}

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
