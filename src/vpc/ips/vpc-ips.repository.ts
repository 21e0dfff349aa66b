import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import type { VpcIpRow } from './vpc-ip.view.js';
import { VPC_IPS, IPS_OF_VPC } from './vpc-ips.sql.js';

@Injectable()
export class VpcIpsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<VpcIpRow>> {
    return VPC_IPS.page(this.database, request, [key]);
  }

  listOfVpc(key: CallerKey, vpcId: number, request: ListRequest): Promise<Page<VpcIpRow>> {
    return IPS_OF_VPC.page(this.database, request, [key, vpcId]);
  }
}
