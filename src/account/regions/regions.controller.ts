import { Controller, Param } from '@nestjs/common';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { REGION } from './region.resource.js';
import { REGIONS } from './regions.sql.js';
import { RegionsService } from './regions.service.js';

@Controller()
export class RegionsController {
  constructor(private readonly regions: RegionsService) {}

  @Endpoint('region.list')
  @AnswersPage(REGION.response)
  list(@List(REGIONS.fields) request: ListRequest) {
    return this.regions.list(request);
  }

  @Endpoint('region.view')
  @Answers(REGION.response)
  view(@Param('regionId') id: string) {
    return this.regions.view(id);
  }
}
