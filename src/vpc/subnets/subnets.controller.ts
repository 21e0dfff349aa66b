import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage, Refuses } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateSubnetRequest } from './create-subnet.request.js';
import { SUBNET, type SubnetRow } from './subnet.resource.js';
import { SUBNETS } from './subnets.sql.js';
import { SubnetsService } from './subnets.service.js';
import { UpdateSubnetRequest } from './update-subnet.request.js';

@Controller()
export class SubnetsController {
  constructor(private readonly subnets: SubnetsService) {}

  @Endpoint('vpc.subnet.list')
  @AnswersPage(SUBNET.response)
  list(
    @CurrentCaller() { key }: Caller,
    @PathId('vpcId') vpcId: number,
    @List(SUBNETS.fields) request: ListRequest,
  ) {
    return this.subnets.list(key, vpcId, request);
  }

  @Endpoint('vpc.subnet.view')
  @Answers(SUBNET.response)
  view(@Found() subnet: SubnetRow) {
    return SUBNET.shown(subnet);
  }

  @Endpoint('vpc.subnet.create')
  @Answers(SUBNET.response)
  create(
    @CurrentCaller() caller: Caller,
    @PathId('vpcId') vpcId: number,
    @Body() request: CreateSubnetRequest,
  ) {
    return this.subnets.create(caller, vpcId, request);
  }

  @Endpoint('vpc.subnet.update')
  @Answers(SUBNET.response)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('vpcId') vpcId: number,
    @PathId('vpcSubnetId') id: number,
    @Body() request: UpdateSubnetRequest,
  ) {
    return this.subnets.update(caller, vpcId, id, request);
  }

  @Endpoint('vpc.subnet.delete')
  @AnswersEmpty()
  @Refuses(400)
  delete(@CurrentCaller() caller: Caller, @PathId('vpcId') vpcId: number, @PathId('vpcSubnetId') id: number) {
    return this.subnets.delete(caller, vpcId, id);
  }
}
