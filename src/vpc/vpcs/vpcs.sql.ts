import { ANY_CALLER, granted } from '../../access/caller.js';
import { instancesOfSubnet } from '../../instances/instances.port.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { query } from '../../database/statement.js';
import { recorded } from '../../events/events.sql.js';
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

export const VIEW_VPC = query<VpcRow>(
  'vpcs.view',
  `WITH ${ANY_CALLER} SELECT ${COLUMNS} FROM caller, vpcs v WHERE v.id = $2 AND ${VISIBLE}`,
);
/**
 * The account's counter holds the quota (D-62): two creations at once wait for its row lock. No row when the account is gone or
 * has all that it may have. The VPC's event is the first, those of the subnets follow in their order.
 */
export const INSERT_VPC = recorded<VpcRow>(
  'vpcs.insert',
  `counted AS (
     UPDATE accounts SET vpc_count = vpc_count + 1 WHERE id = $1 AND vpc_count < $9 RETURNING id),
   v AS (
     INSERT INTO vpcs (account_id, label, description, region, created, updated)
     SELECT id, $10, $11, $12, $7, $7 FROM counted RETURNING *),
   s AS (
     INSERT INTO vpc_subnets (account_id, vpc_id, label, ipv4, created, updated)
     SELECT v.account_id, v.id, n.label, n.ipv4, v.created, v.updated
     FROM v, unnest($13::text[], $14::cidr[]) WITH ORDINALITY n(label, ipv4, position) ORDER BY n.position RETURNING *),
   granted AS (
     INSERT INTO grants (user_id, vpc_id, permissions) SELECT $15::bigint, v.id, 'read_write' FROM v WHERE $15 IS NOT NULL),
   made AS (
     SELECT 1 AS position, id AS entity_id, NULL::bigint AS secondary_id FROM v
     UNION ALL SELECT 1 + row_number() OVER (ORDER BY id), id, vpc_id FROM s)`,
  `SELECT v.id, v.label, v.description, v.region, v.created, v.updated,
     (SELECT coalesce(json_agg(json_build_object('id', s.id, 'label', s.label, 'ipv4', s.ipv4::text,
        'instances', '[]'::json, 'created', s.created, 'updated', s.updated) ORDER BY s.id), '[]') FROM s) AS subnets FROM v`,
);
