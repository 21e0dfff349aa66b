import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage, Refuses } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateVpcRequest } from './create-vpc.request.js';
import { UpdateVpcRequest } from './update-vpc.request.js';
import { VPC, type VpcRow } from './vpc.resource.js';
import { VPCS } from './vpcs.sql.js';
import { VpcsService } from './vpcs.service.js';

@Controller()
export class VpcsController {
  constructor(private readonly vpcs: VpcsService) {}

  @Endpoint('vpc.list')
  @AnswersPage(VPC.response)
  list(@CurrentCaller() caller: Caller, @List(VPCS.fields) request: ListRequest) {
    return this.vpcs.list(caller, request);
  }

  @Endpoint('vpc.view')
  @Answers(VPC.response)
  view(@Found() vpc: VpcRow) {
    return VPC.shown(vpc);
  }

  @Endpoint('vpc.create')
  @Answers(VPC.response)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateVpcRequest) {
    return this.vpcs.create(caller, request);
  }

  @Endpoint('vpc.update')
  @Answers(VPC.response)
  update(@CurrentCaller() caller: Caller, @PathId('vpcId') id: number, @Body() request: UpdateVpcRequest) {
    return this.vpcs.update(caller, id, request);
  }

  @Endpoint('vpc.delete')
  @AnswersEmpty()
  @Refuses(400)
  delete(@CurrentCaller() caller: Caller, @PathId('vpcId') id: number) {
    return this.vpcs.delete(caller, id);
  }
}
