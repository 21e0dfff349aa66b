import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import type { CreateSubnetRequest } from './create-subnet.request.js';
import type { SubnetRow } from './subnet.view.js';
import { SUBNETS, VIEW, COUNT, OVERLAPPING, INSERT, UPDATE } from './subnets.sql.js';
import { VpcSubnetEntity } from './vpc-subnet.entity.js';

@Injectable()
export class SubnetsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, vpcId: number, request: ListRequest): Promise<Page<SubnetRow>> {
    return SUBNETS.page(this.database, request, [key, vpcId]);
  }

  find(reader: Reader, key: CallerKey, vpcId: number, id: number): Promise<SubnetRow | undefined> {
    return reader.row(VIEW, [key, vpcId, id]);
  }

  /** Exact only while the VPC is locked. */
  async count(tx: Tx, vpcId: number): Promise<number> {
    return (await tx.row(COUNT, [vpcId]))!.count;
  }

  async overlaps(tx: Tx, vpcId: number, ipv4: string): Promise<boolean> {
    return (await tx.row(OVERLAPPING, [vpcId, ipv4])) !== undefined;
  }

  async insert(tx: Tx, vpcId: number, { label, ipv4 }: CreateSubnetRequest, now: Date): Promise<SubnetRow> {
    return (await tx.row(INSERT, [vpcId, label, ipv4, now]))!;
  }

  update(tx: Tx, vpcId: number, id: number, label: string | undefined, now: Date) {
    return tx.row(UPDATE, [vpcId, id, label ?? null, now]);
  }

  /** Locks all subnets of the VPC, by id. An attachment under way is waited for, and a later one finds no subnet. */
  lockAll(tx: Tx, vpcId: number): Promise<VpcSubnetEntity[]> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(VpcSubnetEntity).find({ where: { vpcId }, order: { id: 'ASC' }, lock });
  }

  /** As `lockAll`, for one subnet. @throws NotFound when the VPC has no such subnet. */
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
