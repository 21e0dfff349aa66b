import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { VPC_IP } from './vpc-ip.resource.js';
import { IPS_OF_VPC, VPC_IPS } from './vpc-ips.sql.js';

@Injectable()
export class VpcIpsService {
  constructor(private readonly database: Database) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await VPC_IPS.page(this.database, request, [key]), VPC_IP.shown);
  }

  async listOfVpc(key: CallerKey, vpcId: number, request: ListRequest) {
    return pageOf(await IPS_OF_VPC.page(this.database, request, [key, vpcId]), VPC_IP.shown);
  }
}
