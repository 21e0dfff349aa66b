import { Global, Module } from '@nestjs/common';
import { Attempts } from './attempts.js';

@Global()
@Module({ providers: [Attempts], exports: [Attempts] })
export class LimitsModule {}
