import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Drain } from './drain.js';
import { ROUTES, Routes } from '../routes/routes.js';

@Global()
@Module({})
export class HttpModule {
  /** @param endpoints every method and path that the service has. */
  static register(endpoints: readonly { method: string; path: string }[]): DynamicModule {
    return {
      module: HttpModule,
      providers: [{ provide: ROUTES, useValue: new Routes(endpoints) }, Drain],
      exports: [ROUTES, Drain],
    };
  }
}
