import { ANY_CALLER, granted } from '../../access/caller.js';
import { instancesOfSubnet } from '../../instances/instances.port.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { changedOrStale, query, take, versioned } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';
import type { VpcRow } from './vpc.view.js';

const SUBNETS = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'label', s.label, 'ipv4', s.ipv4::text,
    'instances', ${instancesOfSubnet('s.id')}, 'created', s.created, 'updated', s.updated) ORDER BY s.id), '[]')
  FROM vpc_subnets s WHERE s.vpc_id = v.id)`;
const COLUMNS = `v.id, v.label, v.description, v.region, ${SUBNETS} AS subnets, v.created, v.updated`;
const VISIBLE = `v.account_id = caller.account_id AND ${granted('vpc', 'v.id')}`;

export const VPCS = new Collection<VpcRow>({
  name: 'vpcs.list',
  with: ANY_CALLER,
  select: COLUMNS,
  of: 'caller',
  from: 'vpcs v',
  where: VISIBLE,
  key: { 'v.id': 'bigint' },
  total: `SELECT CASE WHEN caller.restricted OR caller.narrowed THEN (SELECT count(*) FROM vpcs v WHERE ${VISIBLE}) ELSE a.vpc_count END
    FROM caller JOIN accounts a ON a.id = caller.account_id`,
  fields: {
    id: numberField('v.id'),
    label: stringField('v.label'),
    description: stringField('v.description'),
    region: stringField('v.region'),
    created: timeField('v.created'),
    updated: timeField('v.updated'),
  },
});

export const VPC_LOOKUP = {
  params: ['vpcId'],
  key: 'number',
  from: 'vpcs v',
  where: 'v.account_id = caller.account_id AND v.id = $3',
  shown: COLUMNS,
  rows: 'v',
} as const satisfies PathLookup;

/** Ids for a new VPC and its subnets, and the number of VPCs that the account has. */
export interface ReservedIds {
  readonly id: number;
  readonly subnetIds: readonly number[];
  readonly count: number;
}

export const VIEW_VPC = query<VpcRow>(
  'vpcs.view',
  `WITH ${ANY_CALLER} SELECT ${COLUMNS} FROM caller, vpcs v WHERE v.id = $2 AND ${VISIBLE}`,
);
/** The bench measures it. Ids that stay unused leave gaps, as a refused insert does. */
export const RESERVE_IDS = take<ReservedIds>(
  'vpcs.reserveIds',
  `SELECT nextval('vpcs_id_seq') AS id, vpc_count AS "count",
     (SELECT coalesce(json_agg(nextval('vpc_subnets_id_seq')), '[]') FROM generate_series(1, $2::integer)) AS "subnetIds"
   FROM accounts WHERE id = $1`,
);
/** The bench measures it. The account's counter holds the quota (D-62): two creations at once wait for its row lock. */
export const INSERT_VPC = versioned<VpcRow>(
  'vpcs.insert',
  `WITH counted AS (
     UPDATE accounts SET vpc_count = vpc_count + 1 WHERE id = $1 AND vpc_count < $2 RETURNING id),
   v AS (
     INSERT INTO vpcs (id, account_id, label, description, region, created, updated) OVERRIDING SYSTEM VALUE
     SELECT $7, id, $3, $4, $5, $6, $6 FROM counted RETURNING *),
   s AS (
     INSERT INTO vpc_subnets (id, account_id, vpc_id, label, ipv4, created, updated) OVERRIDING SYSTEM VALUE
     SELECT n.id, v.account_id, v.id, n.label, n.ipv4, v.created, v.updated
     FROM v, unnest($8::bigint[], $9::text[], $10::cidr[]) n(id, label, ipv4) RETURNING *)
   ${changedOrStale(
     'v',
     `v.id, v.label, v.description, v.region, v.created, v.updated,
       (SELECT coalesce(json_agg(json_build_object('id', s.id, 'label', s.label, 'ipv4', s.ipv4::text,
          'instances', '[]'::json, 'created', s.created, 'updated', s.updated) ORDER BY s.id), '[]') FROM s) AS subnets`,
   )}`,
);
