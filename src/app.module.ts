import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import type { EndpointRow } from './access/endpoint.js';
import { ENDPOINTS } from './access/endpoints.js';
import { GrantGuard } from './access/grant.guard.js';
import { ScopeGuard } from './access/scope.guard.js';
import { APP_AREAS } from './app.areas.js';
import { ScheduleModule } from './schedule/schedule.module.js';
import { gathered } from './shared/areas/area.js';
import { AreasModule } from './shared/areas/areas.module.js';
import { ConfigModule } from './shared/config/config.module.js';
import type { Settings } from './shared/config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { ErrorsFilter } from './shared/http/response/errors.filter.js';
import { HttpModule } from './shared/http/server/http.module.js';
import type { Logger } from './shared/log/logger.js';
import { LogModule } from './shared/log/log.module.js';
import { MetricsModule } from './shared/metrics/metrics.module.js';
import { SecretsModule } from './shared/secrets/secrets.module.js';
import { TimeModule } from './shared/time/time.module.js';
import { CheckRequestPipe } from './shared/validation/checked-request.js';

/** The parts of the application that its process provides. */
export interface AppOptions {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

@Module({})
export class AppModule {
  static register({ settings, databaseUrl, logger }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(settings),
        LogModule.register(logger),
        DatabaseModule.register(settings, databaseUrl, gathered(APP_AREAS, 'constraints')),
        HttpModule.register(endpointsWith(settings)),
        TimeModule,
        MetricsModule,
        SecretsModule,
        AreasModule.register(APP_AREAS),
        ScheduleModule,
      ],
      providers: [
        // The order matters.
        { provide: APP_GUARD, useExisting: ScopeGuard },
        { provide: APP_GUARD, useExisting: GrantGuard },
        { provide: APP_PIPE, useClass: CheckRequestPipe },
        { provide: APP_FILTER, useClass: ErrorsFilter },
      ],
    };
  }
}

/** All endpoints; without `PLATFORM_TOKEN`, those outside of the Platform API. */
function endpointsWith({ platformTokens }: Settings): readonly EndpointRow[] {
  return Object.values(ENDPOINTS).filter(
    ({ credential }) => credential !== 'platform' || platformTokens.length > 0,
  );
}
