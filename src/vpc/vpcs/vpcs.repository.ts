import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import type { CreateVpcRequest } from './create-vpc.request.js';
import type { UpdateVpcRequest } from './update-vpc.request.js';
import type { VpcRow } from './vpc.view.js';
import {
  VPCS,
  VIEW,
  RESERVE_IDS,
  INSERT,
  LOCK,
  UPDATE,
  DELETE,
  type LockedVpc,
  type ReservedIds,
} from './vpcs.sql.js';

@Injectable()
export class VpcsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<VpcRow>> {
    return VPCS.page(this.database, request, [key]);
  }

  find(reader: Reader, key: CallerKey, id: number): Promise<VpcRow | undefined> {
    return reader.row(VIEW, [key, id]);
  }

  /** @param subnets how many come with it */
  reserveIds(accountId: number, subnets: number): Promise<ReservedIds | undefined> {
    return this.database.row(RESERVE_IDS, [accountId, subnets]);
  }

  /** The new VPC with its subnets, of which the account must have fewer than `max`. */
  async insert(
    tx: Tx,
    accountId: number,
    max: number,
    { id, subnetIds }: ReservedIds,
    request: CreateVpcRequest,
    now: Date,
  ): Promise<VpcRow> {
    const { label, description = '', region, subnets = [] } = request;
    const [labels, ranges] = [subnets.map((subnet) => subnet.label), subnets.map(({ ipv4 }) => ipv4)];
    const values = [accountId, max, label, description, region, now, id, subnetIds, labels, ranges];
    return (await tx.row(INSERT, values))!;
  }

  /** Serialises what changes the VPC and its subnets. @throws NotFound when it has gone meanwhile. */
  async lock(tx: Tx, accountId: number, id: number): Promise<LockedVpc> {
    const vpc = await tx.row(LOCK, [accountId, id]);
    if (!vpc) throw new NotFound();
    return vpc;
  }

  update(
    tx: Tx,
    accountId: number,
    id: number,
    request: UpdateVpcRequest,
    now: Date,
  ): Promise<LockedVpc | undefined> {
    return tx.row(UPDATE, [accountId, id, request.label ?? null, request.description ?? null, now]);
  }

  delete(tx: Tx, accountId: number, id: number): void {
    tx.send(DELETE, [accountId, id]);
  }
}
