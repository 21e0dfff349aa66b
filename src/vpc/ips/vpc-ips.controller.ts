import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { VPC_IP } from './vpc-ip.resource.js';
import { VPC_IPS } from './vpc-ips.sql.js';
import { VpcIpsService } from './vpc-ips.service.js';

@Controller()
export class VpcIpsController {
  constructor(private readonly ips: VpcIpsService) {}

  @Endpoint('vpc.ips.list')
  @AnswersPage(VPC_IP.response)
  list(@CurrentCaller() { key }: Caller, @List(VPC_IPS.fields) request: ListRequest) {
    return this.ips.list(key, request);
  }

  /** D-163: stock clients use this path. */
  @Endpoint('vpc.ips.list.alias')
  @AnswersPage(VPC_IP.response)
  listAlias(@CurrentCaller() { key }: Caller, @List(VPC_IPS.fields) request: ListRequest) {
    return this.ips.list(key, request);
  }

  @Endpoint('vpc.ips.listOfVpc')
  @AnswersPage(VPC_IP.response)
  listOfVpc(
    @CurrentCaller() { key }: Caller,
    @PathId('vpcId') vpcId: number,
    @List(VPC_IPS.fields) request: ListRequest,
  ) {
    return this.ips.listOfVpc(key, vpcId, request);
  }
}
