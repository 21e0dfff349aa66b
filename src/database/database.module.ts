import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONSTRAINTS, type ConstraintErrors } from './constraints.js';
import { Database } from './database.js';
import { EntitySource } from './driver/entity-source.js';
import { CONNECTION_OPTIONS, type ConnectionOptions } from './driver/session.js';

@Global()
@Module({})
export class DatabaseModule {
  static register(connection: ConnectionOptions, constraints: ConstraintErrors): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: CONNECTION_OPTIONS, useValue: connection },
        { provide: CONSTRAINTS, useValue: constraints },
        { provide: EntitySource, useFactory: () => EntitySource.load() },
        Database,
      ],
      exports: [Database],
    };
  }
}
