import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { DatabaseTime } from './database-time.js';

@Global()
@Module({ providers: [Clock, DatabaseTime], exports: [Clock, DatabaseTime] })
export class TimeModule {}
