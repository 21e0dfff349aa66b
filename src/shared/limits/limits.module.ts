import { Global, Module } from '@nestjs/common';
import { Attempts } from './attempts.js';
import { RateLimit } from './rate-limit.js';

@Global()
@Module({ providers: [Attempts, RateLimit], exports: [Attempts, RateLimit] })
export class LimitsModule {}
