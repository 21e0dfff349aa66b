import { ANY_CALLER, granted } from '../../access/caller.js';
import { GrantedCollection } from '../../access/granted-collection.js';
import { grantedToCreator } from '../../access/grants/grants.sql.js';
import { instancesOfSubnet } from '../../instances/instances.port.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { query } from '../../database/statement.js';
import { recorded } from '../../events/events.sql.js';
import { takenColumns, takenPlaceholders } from '../../shared/resources/resource-requests.js';
import { SUBNET } from '../subnets/subnet.resource.js';
import { VPC, type VpcRow } from './vpc.resource.js';

const SUBNETS = subnetsOf('vpc_subnets s WHERE s.vpc_id = v.id', instancesOfSubnet('s.id'));
const COLUMNS = VPC.columns({ subnets: SUBNETS });

export const VPCS = new GrantedCollection<VpcRow>('vpc', {
  name: 'vpc.vpcs.list',
  select: COLUMNS,
  table: 'vpcs',
  alias: 'v',
  counter: 'vpc_count',
  fields: VPC.filters,
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
  'vpc.vpcs.view',
  `WITH ${ANY_CALLER} SELECT ${COLUMNS} FROM caller, vpcs v
   WHERE v.id = $2 AND v.account_id = caller.account_id AND ${granted('vpc', 'v.id')}`,
);
const CREATOR = { accountId: 'v.account_id', userId: '$12', entityId: 'v.id', from: 'FROM v' } as const;

/**
 * The account's counter enforces the quota (D-62), because concurrent creations wait for its row
 * lock. Returns no row when the account is deleted or has reached the quota. The first event is
 * that of the VPC, and those of the subnets follow in their order.
 */
export const INSERT_VPC = recorded<VpcRow>(
  'vpc.vpcs.insert',
  `counted AS (
     UPDATE accounts SET vpc_count = vpc_count + 1 WHERE id = $1 AND vpc_count < $9 RETURNING id),
   v AS (
     INSERT INTO vpcs (account_id, created, updated, ${takenColumns(VPC).join(', ')})
     SELECT id, $7, $7, ${takenPlaceholders(VPC, 13)} FROM counted RETURNING *),
   s AS (
     INSERT INTO vpc_subnets (account_id, vpc_id, label, ipv4, created, updated)
     SELECT v.account_id, v.id, n.label, n.ipv4, v.created, v.updated
     FROM v, unnest($10::text[], $11::cidr[]) WITH ORDINALITY n(label, ipv4, position) ORDER BY n.position RETURNING *),
   granted AS (${grantedToCreator('vpc', CREATOR)}),
   made AS (
     SELECT 1 AS position, id AS entity_id, NULL::bigint AS secondary_id FROM v
     UNION ALL SELECT 1 + row_number() OVER (ORDER BY id), id, vpc_id FROM s)`,
  `SELECT ${VPC.columns({ subnets: subnetsOf('s', "'[]'::json") })} FROM v`,
);

/** SQL of a VPC's subnets `s`, by id. */
function subnetsOf(from: string, instances: string): string {
  return `(SELECT coalesce(json_agg(${SUBNET.json({ instances })} ORDER BY s.id), '[]') FROM ${from})`;
}
