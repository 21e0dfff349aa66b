import { Inject, Injectable } from '@nestjs/common';
import type { Region } from '../../shared/config/regions.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Page } from '../../shared/lists/collection.js';
import { REGIONS } from './regions.sql.js';

@Injectable()
export class RegionsRepository {
  private readonly json: string;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.json = JSON.stringify(settings.regions);
  }

  load(id: string): Region {
    const region = this.settings.regions.find((known) => known.id === id);
    if (!region) throw new NotFound();
    return region;
  }

  list(request: ListRequest): Promise<Page<{ region: Region }>> {
    return REGIONS.page(this.database, request, [this.json]);
  }
}
