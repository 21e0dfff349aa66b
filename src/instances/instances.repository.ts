import { Injectable } from '@nestjs/common';
import { Any, Not } from 'typeorm';
import { insertAll, overlapsRange } from '../database/repositories.js';
import type { Tx } from '../database/reader.js';
import { InstanceConfigEntity } from './instance-config.entity.js';
import { InstanceDiskEntity } from './instance-disk.entity.js';
import { InstanceInterfaceEntity } from './instance-interface.entity.js';
import { InstanceEntity } from './instance.entity.js';
import type { InstanceFacts } from './instance.js';
import { interfacesOf, type SubnetFacts } from './instance.rules.js';
import { ACCOUNT_EXISTS, LOCK_SUBNETS, UPSERT } from './instances.sql.js';
import { VpcAddressEntity } from './vpc-address.entity.js';

const PARTS = {
  disks: InstanceDiskEntity,
  configs: InstanceConfigEntity,
  interfaces: InstanceInterfaceEntity,
} as const;

@Injectable()
export class InstancesRepository {
  /** Locks the instance. @returns its account; undefined when there is no such instance. */
  async lockOwner(tx: Tx, id: number): Promise<number | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.repository(InstanceEntity).findOne({ where: { id }, lock }))?.accountId;
  }

  async accountExists(tx: Tx, accountId: number): Promise<boolean> {
    return (await tx.row(ACCOUNT_EXISTS, [accountId])) !== undefined;
  }

  lockSubnets(tx: Tx, ids: readonly number[]): Promise<SubnetFacts[]> {
    return tx.rows(LOCK_SUBNETS, [ids]);
  }

  /** The ids that belong to another instance. */
  async foreignIds(
    tx: Tx,
    kind: keyof typeof PARTS,
    instanceId: number,
    ids: readonly number[],
  ): Promise<number[]> {
    const foreign = { id: Any([...ids]), instanceId: Not(instanceId) };
    const parts = await tx
      .repository<InstanceDiskEntity | InstanceConfigEntity | InstanceInterfaceEntity>(PARTS[kind])
      .findBy(foreign);
    return parts.map(({ id }) => id);
  }

  /**
   * Replaces all parts but the addresses, which the caller inserts after a check that they are
   * free.
   * @returns false when the instance belongs to another account
   */
  async replace(tx: Tx, instance: InstanceFacts): Promise<boolean> {
    const { id: instanceId, accountId, label, region, status, disks, configs } = instance;
    const of = { accountId, instanceId };
    if ((await tx.run(UPSERT, [instanceId, accountId, label, region, status])) === 0) return false;
    await tx.repository(InstanceDiskEntity).delete({ instanceId });
    // The foreign keys delete the interfaces of a configuration profile, and their addresses.
    await tx.repository(InstanceConfigEntity).delete({ instanceId });
    await insertAll(
      tx.repository(InstanceDiskEntity),
      disks.map((disk, position) => ({ ...disk, ...of, position })),
    );
    await insertAll(
      tx.repository(InstanceConfigEntity),
      configs.map(({ id, label: name }, position) => ({ id, ...of, position, label: name })),
    );
    await insertAll(tx.repository(InstanceInterfaceEntity), interfaceRows(instance));
    return true;
  }

  /** Whether another instance has an address of the range in the subnet. */
  isTaken(tx: Tx, subnetId: number, instanceId: number, range: string): Promise<boolean> {
    const others = { subnetId, instanceId: Not(instanceId), range: overlapsRange(range) };
    return tx.repository(VpcAddressEntity).existsBy(others);
  }

  async insertAddresses(tx: Tx, instance: InstanceFacts): Promise<void> {
    await insertAll(tx.repository(VpcAddressEntity), addressRows(instance));
  }
}

function interfaceRows({ id: instanceId, accountId, configs }: InstanceFacts): InstanceInterfaceEntity[] {
  return configs.flatMap((config) =>
    config.interfaces.map(({ id, purpose, subnetId, active }, position) => ({
      id,
      accountId,
      configId: config.id,
      instanceId,
      position,
      purpose,
      subnetId,
      active,
    })),
  );
}

/** One row for each interface's address and for each of its distinct ranges (D-60). */
function addressRows(instance: InstanceFacts): VpcAddressEntity[] {
  return interfacesOf(instance).flatMap(({ fact }) => {
    const { id: instanceId, accountId } = instance;
    const of = { accountId, interfaceId: fact.id, instanceId, subnetId: fact.subnetId! };
    const own =
      fact.address === null ? [] : [{ ...of, range: fact.address, isRange: false, nat11: fact.nat11 }];
    const ranges = [...new Set(fact.ranges)];
    return [...own, ...ranges.map((range) => ({ ...of, range, isRange: true, nat11: null }))];
  });
}
