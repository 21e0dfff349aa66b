import { Module } from '@nestjs/common';
import { VpcIpsController } from './ips/vpc-ips.controller.js';
import { VpcIpsService } from './ips/vpc-ips.service.js';
import { SubnetsController } from './subnets/subnets.controller.js';
import { SubnetsRepository } from './subnets/subnets.repository.js';
import { SubnetsService } from './subnets/subnets.service.js';
import { VpcsController } from './vpcs/vpcs.controller.js';
import { VpcsRepository } from './vpcs/vpcs.repository.js';
import { VpcsService } from './vpcs/vpcs.service.js';

@Module({
  // The alias `vpcs/ips` must be registered before `vpcs/:vpcId`.
  controllers: [VpcIpsController, VpcsController, SubnetsController],
  providers: [VpcsRepository, VpcsService, SubnetsRepository, SubnetsService, VpcIpsService],
})
export class VpcModule {}
