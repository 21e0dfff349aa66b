import { Inject, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database } from '../database/database.js';
import { AREAS, type Area } from '../shared/areas/area.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { tidyAll, type Job, type JobTools } from '../shared/jobs/job.js';
import { Partitions } from '../shared/jobs/partitions.js';
import { Clock } from '../shared/time/clock.js';

/** The jobs of all areas. */
@Injectable()
export class Jobs {
  constructor(
    private readonly modules: ModuleRef,
    private readonly database: Database,
    private readonly partitions: Partitions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(AREAS) private readonly areas: readonly Area[],
  ) {}

  all(): Job[] {
    const tools = this.tools();
    return this.areas.flatMap(({ jobs }) => jobs?.(tools) ?? []);
  }

  private tools(): JobTools {
    const { clock, database, modules, partitions, settings } = this;
    const tidy: JobTools['tidy'] = (name, removal) => ({
      name,
      everySeconds: settings.jobIntervalSeconds,
      run: () => tidyAll(database, removal),
    });
    return {
      clock,
      settings,
      get: <Service>(type: Type<Service>) => modules.get(type, { strict: false }),
      tidy,
      expire: ({ job, deletion }, ageSeconds = 0) =>
        tidy(job, (tx, limit) => tx.run(deletion, [clock.in(-ageSeconds), limit])),
      partitions: (name, table, days, beforeDrop) => ({
        name,
        everySeconds: settings.jobIntervalSeconds,
        run: () => partitions.keep(table, days, beforeDrop),
      }),
    };
  }
}
