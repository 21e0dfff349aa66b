import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Drain } from './drain.js';
import { publicRoutes } from '../routes/public.decorator.js';
import { ROUTES, Routes, type Route } from '../routes/routes.js';

@Global()
@Module({})
export class HttpModule {
  /**
   * @param endpoints the methods and paths of the endpoint table; discovery finds those of public
   * handlers
   */
  static register(endpoints: readonly Route[]): DynamicModule {
    const allRoutes = (discovery: DiscoveryService) => {
      const controllers = discovery.getControllers().map(({ metatype }) => metatype as Type);
      return new Routes([...endpoints, ...publicRoutes(controllers)]);
    };
    return {
      module: HttpModule,
      imports: [DiscoveryModule],
      providers: [{ provide: ROUTES, inject: [DiscoveryService], useFactory: allRoutes }, Drain],
      exports: [ROUTES, Drain],
    };
  }
}
