import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { changeRow, overlapsRange, type Changed } from '../../database/repositories.js';
import type { Tx } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { VpcEntity } from '../vpcs/vpc.entity.js';
import { VpcSubnetEntity } from './vpc-subnet.entity.js';

type OwnedVpc = Pick<VpcEntity, 'accountId' | 'id'>;

@Injectable()
export class SubnetsRepository {
  /** Exact only while the VPC is locked. */
  count(tx: Tx, { accountId, id: vpcId }: OwnedVpc): Promise<number> {
    return tx.repository(VpcSubnetEntity).countBy({ accountId, vpcId });
  }

  /** Whether a subnet of the VPC shares an address with the range. */
  overlaps(tx: Tx, { accountId, id: vpcId }: OwnedVpc, ipv4: string): Promise<boolean> {
    const overlapping = { accountId, vpcId, ipv4: overlapsRange(ipv4) };
    return tx.repository(VpcSubnetEntity).existsBy(overlapping);
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
    const { accountId, vpcId, id } = subnet;
    return changeRow(
      tx.repository(VpcSubnetEntity),
      { accountId, vpcId, id },
      subnet,
      { label },
      { updated },
    );
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
  async lock(tx: Tx, { accountId, id: vpcId }: OwnedVpc, id: number): Promise<VpcSubnetEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const subnet = await tx.repository(VpcSubnetEntity).findOne({ where: { accountId, vpcId, id }, lock });
    if (!subnet) throw new NotFound();
    return subnet;
  }

  async delete(tx: Tx, { accountId, id: vpcId }: OwnedVpc, ids: number[]): Promise<void> {
    await tx.repository(VpcSubnetEntity).delete({ accountId, vpcId, id: Any(ids) });
  }
}
