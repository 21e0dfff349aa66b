import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import type { CreateSubnetRequest } from './create-subnet.request.js';
import type { SubnetRow } from './subnet.view.js';
import { SUBNETS, VIEW, COUNT, OVERLAPPING, INSERT, UPDATE, LOCK, DELETE } from './subnets.sql.js';

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

  /**
   * Deletes one subnet, or all of the VPC; null when an interface uses one of them. The lock is taken first, so that an
   * attachment under way is waited for and a later one finds nothing.
   */
  async delete(tx: Tx, vpcId: number, id?: number): Promise<{ id: number; label: string }[] | null> {
    const ids = (await tx.rows(LOCK, [vpcId, id ?? null])).map((subnet) => subnet.id);
    if (ids.length === 0) return [];
    const deleted = await tx.rows(DELETE, [ids]);
    // Their events are told in this order.
    return deleted.length > 0 ? deleted.sort((one, other) => one.id - other.id) : null;
  }
}
