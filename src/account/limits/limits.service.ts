import { Inject, Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Clock } from '../../shared/time/clock.js';
import { LimitsRepository } from './limits.repository.js';
import type { LimitsResponse } from './limits.view.js';

@Injectable()
export class LimitsService {
  constructor(
    private readonly limits: LimitsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async view(key: CallerKey): Promise<LimitsResponse> {
    const used = await this.limits.used(key, this.clock.now());
    const { settings } = this;
    return {
      data: this.limits.quotas.map(({ name, limit }) => ({ name, limit: limit(settings), used: used[name] })),
    };
  }
}
