import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { changeRow, overlapsRange, type Changed } from '../../database/repositories.js';
import type { Tx } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import { VpcSubnetEntity } from './vpc-subnet.entity.js';

@Injectable()
export class SubnetsRepository {
  /** Exact only while the VPC is locked. */
  count(tx: Tx, vpcId: number): Promise<number> {
    return tx.repository(VpcSubnetEntity).countBy({ vpcId });
  }

  /** Whether a subnet of the VPC shares an address with the range. */
  overlaps(tx: Tx, vpcId: number, ipv4: string): Promise<boolean> {
    return tx.repository(VpcSubnetEntity).existsBy({ vpcId, ipv4: overlapsRange(ipv4) });
  }

  async insert(tx: Tx, values: Omit<VpcSubnetEntity, 'id'>): Promise<VpcSubnetEntity> {
    const subnets = tx.repository(VpcSubnetEntity);
    const subnet = subnets.create(values);
    await subnets.insert(subnet);
    return subnet;
  }

  update(
    tx: Tx,
    subnet: VpcSubnetEntity,
    label: string | undefined,
    updated: Date,
  ): Promise<Changed<VpcSubnetEntity>> {
    const { vpcId, id } = subnet;
    return changeRow(tx.repository(VpcSubnetEntity), { vpcId, id }, subnet, { label }, { updated });
  }

  /**
   * Locks all subnets of the VPC, by id. Waits for interfaces that are being attached. Later
   * attachments wait for this lock.
   */
  lockAll(tx: Tx, accountId: number, vpcId: number): Promise<VpcSubnetEntity[]> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(VpcSubnetEntity).find({ where: { accountId, vpcId }, order: { id: 'ASC' }, lock });
  }

  /** As `lockAll`, for one subnet. @throws NotFound when the VPC has no such subnet */
  async lock(tx: Tx, vpcId: number, id: number): Promise<VpcSubnetEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const subnet = await tx.repository(VpcSubnetEntity).findOne({ where: { vpcId, id }, lock });
    if (!subnet) throw new NotFound();
    return subnet;
  }

  async delete(tx: Tx, vpcId: number, ids: number[]): Promise<void> {
    await tx.repository(VpcSubnetEntity).delete({ vpcId, id: Any(ids) });
  }
}
