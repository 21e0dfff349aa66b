import { ANY_CALLER, granted } from '../../access/caller.js';
import { VPC_ADDRESSES } from '../../instances/instances.port.js';
import { Collection } from '../../shared/lists/collection.js';
import { VPC_IP, type VpcIpRow } from './vpc-ip.resource.js';

const SOURCE = {
  with: ANY_CALLER,
  select: VPC_IP.columns(),
  from: `caller JOIN vpcs v ON v.account_id = caller.account_id JOIN vpc_subnets s ON s.vpc_id = v.id
    JOIN (${VPC_ADDRESSES}) ON a.subnet_id = s.id`,
  // Ranges have no address, so they come after the records that have one.
  key: { 'v.id': 'bigint', 's.id': 'bigint', 'a.is_range': 'boolean', 'a.range': 'cidr', 'i.id': 'bigint' },
  // D-163: stock clients call `instance_id` so.
  fields: { ...VPC_IP.filters, linode_id: VPC_IP.filters.instance_id! },
} as const;
const GRANTED = granted('vpc', 'v.id');

export const VPC_IPS = new Collection<VpcIpRow>({ ...SOURCE, name: 'vpc.ips.list', where: GRANTED });
export const IPS_OF_VPC = new Collection<VpcIpRow>({
  ...SOURCE,
  name: 'vpc.ips.listOfVpc',
  where: `v.id = $2 AND ${GRANTED}`,
});
