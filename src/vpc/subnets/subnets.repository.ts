import { Injectable } from '@nestjs/common';
import { CALLER, granted, type CallerKey } from '../../auth/caller.js';
import { hasInterfaces, instancesOfSubnet } from '../../instances/instances.port.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Collection, type Page } from '../../shared/lists/collection.js';
import type { CreateSubnetRequest } from './create-subnet.request.js';
import type { SubnetRow } from './subnet.view.js';

const COLUMNS = `s.id, s.label, s.ipv4::text AS ipv4, ${instancesOfSubnet('s.id')} AS instances, s.created, s.updated`;
const VPC = `caller JOIN vpcs v ON v.account_id = caller.account_id AND v.id = $2 AND ${granted('vpc', 'v.id')}`;
const OF_VPC = 's.vpc_id = v.id';

export const SUBNETS = new Collection<SubnetRow>({
  name: 'vpc.subnets.list',
  with: CALLER,
  select: COLUMNS,
  of: VPC,
  from: 'vpc_subnets s',
  where: OF_VPC,
  order: 's.id',
  fields: {
    id: numberField('s.id'),
    label: stringField('s.label'),
    ipv4: stringField('s.ipv4::text'),
    created: timeField('s.created'),
    updated: timeField('s.updated'),
  },
});

const VIEW = query<SubnetRow>(
  'vpc.subnets.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM ${VPC} JOIN vpc_subnets s ON ${OF_VPC} AND s.id = $3`,
);
const COUNT = query<{ count: number }>(
  'vpc.subnets.count',
  'SELECT count(*) AS count FROM vpc_subnets WHERE vpc_id = $1',
);
const OVERLAPPING = query<{ id: number }>(
  'vpc.subnets.overlapping',
  'SELECT id FROM vpc_subnets WHERE vpc_id = $1 AND ipv4 && $2::cidr LIMIT 1',
);
const INSERT = command<SubnetRow>(
  'vpc.subnets.insert',
  `INSERT INTO vpc_subnets (vpc_id, label, ipv4, created, updated) VALUES ($1, $2, $3, $4, $4)
   RETURNING id, label, ipv4::text AS ipv4, '[]'::json AS instances, created, updated`,
);
const UPDATE = command<{ label: string }>(
  'vpc.subnets.update',
  `UPDATE vpc_subnets SET label = coalesce($3, label), updated = $4 WHERE vpc_id = $1 AND id = $2 RETURNING label`,
);
const LOCK = command<{ id: number }>(
  'vpc.subnets.lock',
  'SELECT s.id FROM vpc_subnets s WHERE s.vpc_id = $1 AND ($2::bigint IS NULL OR s.id = $2) ORDER BY s.id FOR UPDATE',
);
const DELETE = command<{ id: number; label: string }>(
  'vpc.subnets.delete',
  `DELETE FROM vpc_subnets WHERE id = ANY ($1) AND NOT EXISTS (
     SELECT FROM unnest($1::bigint[]) wanted WHERE ${hasInterfaces('wanted')}) RETURNING id, label`,
);

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
