import { Controller, Inject, Param } from '@nestjs/common';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { Answers, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { pageOf } from '../../shared/lists/collection.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { RegionResponse, regionView } from './region.view.js';
import { RegionsRepository } from './regions.repository.js';
import { REGIONS } from './regions.sql.js';

@Controller()
export class RegionsController {
  constructor(
    private readonly regions: RegionsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Endpoint('region.list')
  @AnswersPage(RegionResponse)
  async list(@List(REGIONS.fields) request: ListRequest) {
    return pageOf(await this.regions.list(request), ({ region }) => regionView(region));
  }

  @Endpoint('region.view')
  @Answers(RegionResponse)
  view(@Param('regionId') id: string): RegionResponse {
    const region = this.settings.regions.find((known) => known.id === id);
    if (!region) throw new NotFound();
    return regionView(region);
  }
}
