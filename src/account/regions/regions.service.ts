import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { REGION, type RegionRow } from './region.resource.js';
import { REGIONS } from './regions.sql.js';

@Injectable()
export class RegionsService {
  private readonly regions: readonly RegionRow[];
  private readonly json: string;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { regions }: Settings,
  ) {
    this.regions = regions.map(({ capabilities, ...region }) =>
      REGION.shownOf({ ...region, capabilities: [...capabilities], siteType: 'core' }),
    );
    this.json = JSON.stringify(this.regions);
  }

  async list(request: ListRequest) {
    return pageOf(await REGIONS.page(this.database, request, [this.json]), REGION.shown);
  }

  /** @throws NotFound without such a region */
  view(id: string): RegionRow {
    const region = this.regions.find((known) => known.id === id);
    if (!region) throw new NotFound();
    return region;
  }
}
