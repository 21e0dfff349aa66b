import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import { invalid, NotFound } from '../shared/errors/errors.js';
import { VpcModule } from './vpc.module.js';
import { VpcEntity } from './vpcs/vpc.entity.js';
import { VpcSubnetEntity } from './subnets/vpc-subnet.entity.js';

const VPC = 'SELECT FROM vpcs v WHERE v.account_id = caller.account_id AND v.id = $2';

export const vpcArea: Area = {
  module: VpcModule,
  entities: [VpcEntity, VpcSubnetEntity],
  pathLookups: {
    vpc: { params: ['vpcId'], key: 'number', exists: VPC },
    subnet: {
      params: ['vpcId', 'vpcSubnetId'],
      key: 'number',
      exists: `${VPC} AND EXISTS (SELECT FROM vpc_subnets s WHERE s.vpc_id = v.id AND s.id = $3)`,
    },
  },
  grantable: { vpc: { table: 'vpcs', label: 'label' } },
  constraints: {
    vpcs_account_id_fkey: accountHasResources,
    vpc_subnets_no_overlap: () => invalid('ipv4', 'range_overlaps_subnet'),
    vpc_subnets_vpc_id_fkey: () => new NotFound(),
    // Instances reference subnets; their text is the one of a blocked delete.
    instance_interfaces_subnet_id_fkey: () => invalid('', 'subnet_in_use'),
  },
};
