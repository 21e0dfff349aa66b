import { Global, Module } from '@nestjs/common';
import { Attempts } from './attempts.js';
import { ChangeTurns } from './change-turns.js';
import { CostlyWork } from './costly-work.js';
import { RateLimit } from './rate-limit.js';
import { RequestCounts } from './request-counts.js';
import { SignInLimit } from './sign-in-limit.js';

const LIMITS = [Attempts, ChangeTurns, CostlyWork, RateLimit, RequestCounts, SignInLimit];

@Global()
@Module({ providers: LIMITS, exports: LIMITS })
export class LimitsModule {}
