import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../shared/config/settings.js';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { Database } from './database.js';
import { EntitySource } from './driver/entity-source.js';
import { CONNECTION_OPTIONS } from './driver/session.js';

@Global()
@Module({})
export class DatabaseModule {
  /** @param url the address of the database: that of the settings, or of the embedded one */
  static register(settings: Settings, url: string, constraints: ConstraintErrors): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: CONNECTION_OPTIONS, useValue: { ...settings, url } },
        { provide: CONSTRAINTS, useValue: constraints },
        { provide: EntitySource, useFactory: () => EntitySource.load() },
        Database,
      ],
      exports: [Database],
    };
  }
}
