import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import { invalid, NotFound } from '../shared/errors/errors.js';
import { SUBNET } from './subnets/subnet.resource.js';
import { SUBNET_LOOKUP } from './subnets/subnets.sql.js';
import { VpcModule } from './vpc.module.js';
import { VPC } from './vpcs/vpc.resource.js';
import { VPC_LOOKUP } from './vpcs/vpcs.sql.js';

export const vpcArea: Area = {
  module: VpcModule,
  pathLookups: { vpc: { ...VPC_LOOKUP, view: VPC.shown }, subnet: { ...SUBNET_LOOKUP, view: SUBNET.shown } },
  grantable: { vpc: { table: 'vpcs', label: 'label' } },
  quotas: { vpcs: { limit: ({ maxVpcsPerAccount }) => maxVpcsPerAccount, used: 'a.vpc_count' } },
  constraints: {
    vpcs_account_id_fkey: accountHasResources,
    vpc_subnets_no_overlap: () => invalid('ipv4', 'range_overlaps_subnet'),
    vpc_subnets_vpc_id_fkey: () => new NotFound(),
    // Instances refer to subnets. The fault is that of a blocked delete.
    instance_interfaces_subnet_id_fkey: () => invalid('', 'subnet_in_use'),
  },
};
