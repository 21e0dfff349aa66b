import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { vpcIpView } from './vpc-ip.view.js';
import { VpcIpsRepository } from './vpc-ips.repository.js';

@Injectable()
export class VpcIpsService {
  constructor(private readonly ips: VpcIpsRepository) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await this.ips.list(key, request), vpcIpView);
  }

  async listOfVpc(key: CallerKey, vpcId: number, request: ListRequest) {
    return pageOf(await this.ips.listOfVpc(key, vpcId, request), vpcIpView);
  }
}
