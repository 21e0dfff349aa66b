import { Module } from '@nestjs/common';
import { ScheduleModule as NestScheduleModule } from '@nestjs/schedule';
import { Jobs } from './jobs.js';
import { Schedule } from './schedule.js';

@Module({ imports: [NestScheduleModule.forRoot()], providers: [Jobs, Schedule] })
export class ScheduleModule {}
