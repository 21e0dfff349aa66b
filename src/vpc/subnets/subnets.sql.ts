import { CALLER, granted } from '../../auth/caller.js';
import { instancesOfSubnet } from '../../instances/instances.port.js';
import { command, query } from '../../database/statement.js';
import { numberField, stringField, timeField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';
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

export const VIEW = query<SubnetRow>(
  'vpc.subnets.view',
  `WITH ${CALLER} SELECT ${COLUMNS} FROM ${VPC} JOIN vpc_subnets s ON ${OF_VPC} AND s.id = $3`,
);
export const COUNT = query<{ count: number }>(
  'vpc.subnets.count',
  'SELECT count(*) AS count FROM vpc_subnets WHERE vpc_id = $1',
);
export const OVERLAPPING = query<{ id: number }>(
  'vpc.subnets.overlapping',
  'SELECT id FROM vpc_subnets WHERE vpc_id = $1 AND ipv4 && $2::cidr LIMIT 1',
);
export const INSERT = command<SubnetRow>(
  'vpc.subnets.insert',
  `INSERT INTO vpc_subnets (vpc_id, label, ipv4, created, updated) VALUES ($1, $2, $3, $4, $4)
   RETURNING id, label, ipv4::text AS ipv4, '[]'::json AS instances, created, updated`,
);
export const UPDATE = command<{ label: string }>(
  'vpc.subnets.update',
  `UPDATE vpc_subnets SET label = coalesce($3, label), updated = $4 WHERE vpc_id = $1 AND id = $2 RETURNING label`,
);
