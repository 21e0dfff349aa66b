import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AREAS, type Area } from './area.js';

@Global()
@Module({})
export class AreasModule {
  static register(areas: readonly Area[]): DynamicModule {
    return {
      module: AreasModule,
      imports: areas.map(({ module }) => module),
      providers: [{ provide: AREAS, useValue: areas }],
      exports: [AREAS],
    };
  }
}
