import { Inject, Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Query } from '../../database/statement.js';
import { AREAS, gathered, type Area, type Quota } from '../../shared/areas/area.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Clock } from '../../shared/time/clock.js';
import { usedQuotas } from './limits.sql.js';
import type { LimitsResponse } from './limits.view.js';

/** The limits in the order of `GET /account/limits`. */
const SHOWN = ['domains', 'users', 'oauth_clients', 'vpcs', 'images', 'tokens', 'ssh_keys'];

/** Limits, and how much of each is used. */
@Injectable()
export class LimitsService {
  private readonly quotas: Readonly<Record<string, Quota>>;
  private readonly used: Query<Record<string, number>>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(AREAS) areas: readonly Area[],
  ) {
    const found = gathered(areas, 'quotas');
    this.quotas = Object.fromEntries(SHOWN.map((name) => [name, found[name]!]));
    this.used = usedQuotas(this.quotas);
  }

  async view(key: CallerKey): Promise<LimitsResponse> {
    const used = (await this.database.row(this.used, [key, this.clock.now()]))!;
    const limits = Object.entries(this.quotas);
    return {
      data: limits.map(([name, { limit }]) => ({ name, limit: limit(this.settings), used: used[name]! })),
    };
  }
}
