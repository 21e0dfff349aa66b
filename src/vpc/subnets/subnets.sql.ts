import { ANY_CALLER, granted } from '../../access/caller.js';
import { instancesOfSubnet } from '../../instances/instances.port.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { query } from '../../database/statement.js';
import { Collection } from '../../shared/lists/collection.js';
import { SUBNET, type SubnetRow } from './subnet.resource.js';

const COLUMNS = SUBNET.columns({ instances: instancesOfSubnet('s.id') });
const VPC = `caller JOIN vpcs v ON v.account_id = caller.account_id AND v.id = $2 AND ${granted('vpc', 'v.id')}`;
const OF_VPC = 's.vpc_id = v.id';

export const SUBNETS = new Collection<SubnetRow>({
  name: 'vpc.subnets.list',
  with: ANY_CALLER,
  select: COLUMNS,
  of: VPC,
  from: 'vpc_subnets s',
  where: OF_VPC,
  key: { 's.id': 'bigint' },
  fields: SUBNET.filters,
});

export const SUBNET_LOOKUP = {
  params: ['vpcId', 'vpcSubnetId'],
  key: 'number',
  from: `vpcs v JOIN vpc_subnets s ON ${OF_VPC}`,
  where: 'v.account_id = caller.account_id AND v.id = $3 AND s.id = $4',
  shown: COLUMNS,
  rows: 'v, s',
} as const satisfies PathLookup;

export const VIEW_SUBNET = query<SubnetRow>(
  'vpc.subnets.view',
  `WITH ${ANY_CALLER} SELECT ${COLUMNS} FROM ${VPC} JOIN vpc_subnets s ON ${OF_VPC} AND s.id = $3`,
);
