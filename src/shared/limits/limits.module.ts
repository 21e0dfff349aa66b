import { Global, Module } from '@nestjs/common';
import { Attempts } from './attempts.js';
import { RateLimit } from './rate-limit.js';
import { SignInLimit } from './sign-in-limit.js';

@Global()
@Module({ providers: [Attempts, RateLimit, SignInLimit], exports: [Attempts, RateLimit, SignInLimit] })
export class LimitsModule {}
