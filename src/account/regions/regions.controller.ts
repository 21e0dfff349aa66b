import { Controller, Param } from '@nestjs/common';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { pageOf } from '../../shared/lists/collection.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { RegionResponse, regionView } from './region.view.js';
import { RegionsRepository } from './regions.repository.js';
import { REGIONS } from './regions.sql.js';

@Controller()
export class RegionsController {
  constructor(private readonly regions: RegionsRepository) {}

  @Endpoint('region.list')
  @AnswersPage(RegionResponse)
  async list(@List(REGIONS.fields) request: ListRequest) {
    return pageOf(await this.regions.list(request), ({ region }) => regionView(region));
  }

  @Endpoint('region.view')
  @Answers(RegionResponse)
  view(@Param('regionId') id: string): RegionResponse {
    return regionView(this.regions.load(id));
  }
}
