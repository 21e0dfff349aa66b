import { ANY_CALLER, granted } from '../../access/caller.js';
import { VPC_ADDRESSES } from '../../instances/instances.port.js';
import { booleanField, numberField, stringField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';
import type { VpcIpRow } from './vpc-ip.view.js';

const ADDRESS = '(CASE WHEN NOT a.is_range THEN host(a.range) END)';
const ADDRESS_RANGE = '(CASE WHEN a.is_range THEN a.range::text END)';
const NAT = "coalesce(host(a.nat_1_1), '')";

const SOURCE = {
  with: ANY_CALLER,
  select: `i.active, ${ADDRESS} AS address, ${ADDRESS_RANGE} AS "addressRange", i.config_id AS "configId",
    host(network(s.ipv4) + 1) AS gateway, i.id AS "interfaceId", i.instance_id AS "instanceId", ${NAT} AS nat11,
    masklen(s.ipv4) AS prefix, v.region, s.id AS "subnetId", host(netmask(s.ipv4)) AS "subnetMask", v.id AS "vpcId"`,
  from: `caller JOIN vpcs v ON v.account_id = caller.account_id JOIN vpc_subnets s ON s.vpc_id = v.id
    JOIN (${VPC_ADDRESSES}) ON a.subnet_id = s.id`,
  // Ranges have no address, so they come after the records that have one.
  key: { 'v.id': 'bigint', 's.id': 'bigint', 'a.is_range': 'boolean', 'a.range': 'cidr', 'i.id': 'bigint' },
  fields: {
    active: booleanField('i.active'),
    address: stringField(ADDRESS),
    address_range: stringField(ADDRESS_RANGE),
    config_id: numberField('i.config_id'),
    instance_id: numberField('i.instance_id'),
    // D-163: stock clients call instance_id so.
    linode_id: numberField('i.instance_id'),
    interface_id: numberField('i.id'),
    nat_1_1: stringField(NAT),
    region: stringField('v.region'),
    subnet_id: numberField('s.id'),
    vpc_id: numberField('v.id'),
  },
};
const GRANTED = granted('vpc', 'v.id');

export const VPC_IPS = new Collection<VpcIpRow>({ ...SOURCE, name: 'vpc.ips.list', where: GRANTED });
export const IPS_OF_VPC = new Collection<VpcIpRow>({
  ...SOURCE,
  name: 'vpc.ips.listOfVpc',
  where: `v.id = $2 AND ${GRANTED}`,
});
