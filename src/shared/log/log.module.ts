import { Global, Module, type DynamicModule } from '@nestjs/common';
import { LOGGER, type Logger } from './logger.js';

@Global()
@Module({})
export class LogModule {
  static register(logger: Logger): DynamicModule {
    return { module: LogModule, providers: [{ provide: LOGGER, useValue: logger }], exports: [LOGGER] };
  }
}
