import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Reader, Tx } from '../database/reader.js';
import { InstanceInterfaceEntity } from './instance-interface.entity.js';
import type { InstanceFacts } from './instance.js';
import type { AttachedDisk, Viewer } from './instances.port.js';
import { interfacesOf, type SubnetFacts } from './instance.rules.js';
import {
  FIND,
  FIND_DISK,
  LOCK_OWNER,
  ACCOUNT_EXISTS,
  LOCK_SUBNETS,
  FOREIGN,
  UPSERT,
  CLEAR_DISKS,
  CLEAR_CONFIGS,
  INSERT_DISKS,
  INSERT_CONFIGS,
  INSERT_INTERFACES,
  IS_TAKEN,
  INSERT_ADDRESSES,
  DELETE,
} from './instances.sql.js';

@Injectable()
export class InstancesRepository {
  async find(reader: Reader, id: number): Promise<InstanceFacts | null> {
    return (await reader.row(FIND, [id]))?.instance ?? null;
  }

  async findDisk(reader: Reader, viewer: Viewer, diskId: number): Promise<AttachedDisk | undefined> {
    const row = await reader.row(FIND_DISK, [diskId, viewer.accountId, viewer.restricted, viewer.userId]);
    if (!row) return undefined;
    const { instanceId, instanceLabel, ...disk } = row;
    return { ...disk, instance: { id: instanceId, label: instanceLabel } };
  }

  useSubnets(reader: Reader, subnetIds: readonly number[]): Promise<boolean> {
    return reader.repository(InstanceInterfaceEntity).existsBy({ subnetId: Any([...subnetIds]) });
  }

  /** The account that has the instance, locked; undefined for a new one. */
  async lockOwner(tx: Tx, id: number): Promise<number | undefined> {
    return (await tx.row(LOCK_OWNER, [id]))?.accountId;
  }

  async accountExists(tx: Tx, accountId: number): Promise<boolean> {
    return (await tx.row(ACCOUNT_EXISTS, [accountId])) !== undefined;
  }

  lockSubnets(tx: Tx, ids: readonly number[]): Promise<SubnetFacts[]> {
    return tx.rows(LOCK_SUBNETS, [ids]);
  }

  async foreignIds(
    tx: Tx,
    kind: keyof typeof FOREIGN,
    instanceId: number,
    ids: readonly number[],
  ): Promise<number[]> {
    return (await tx.rows(FOREIGN[kind], [ids, instanceId])).map(({ id }) => id);
  }

  /**
   * Everything but the addresses, which must first be found free.
   * @returns false when the instance has become another account's meanwhile.
   */
  async replace(tx: Tx, instance: InstanceFacts): Promise<boolean> {
    const { id, accountId, label, region, status, disks, configs } = instance;
    if ((await tx.run(UPSERT, [id, accountId, label, region, status])) === 0) return false;
    await tx.run(CLEAR_DISKS, [id]);
    await tx.run(CLEAR_CONFIGS, [id]);
    await tx.run(INSERT_DISKS, [id, placed(disks)]);
    await tx.run(INSERT_CONFIGS, [id, placed(configs)]);
    const interfaces = configs.flatMap((config) =>
      config.interfaces.map((fact, position) => ({ ...fact, configId: config.id, position })),
    );
    await tx.run(INSERT_INTERFACES, [id, JSON.stringify(interfaces)]);
    return true;
  }

  async isTaken(tx: Tx, subnetId: number, instanceId: number, range: string): Promise<boolean> {
    return (await tx.row(IS_TAKEN, [subnetId, instanceId, range]))!.taken;
  }

  async insertAddresses(tx: Tx, instance: InstanceFacts): Promise<void> {
    const addresses = interfacesOf(instance).flatMap(({ fact }) => {
      const of = { interfaceId: fact.id, subnetId: fact.subnetId };
      const own =
        fact.address === null ? [] : [{ ...of, range: fact.address, isRange: false, nat11: fact.nat11 }];
      return [...own, ...fact.ranges.map((range) => ({ ...of, range, isRange: true, nat11: null }))];
    });
    await tx.run(INSERT_ADDRESSES, [instance.id, JSON.stringify(addresses)]);
  }

  async remove(tx: Tx, id: number): Promise<boolean> {
    return (await tx.run(DELETE, [id])) > 0;
  }
}

function placed(items: readonly object[]): string {
  return JSON.stringify(items.map((item, position) => ({ ...item, position })));
}
