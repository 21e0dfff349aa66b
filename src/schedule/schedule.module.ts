import { Module } from '@nestjs/common';
import { ScheduleModule as NestScheduleModule } from '@nestjs/schedule';
import { Partitions } from '../shared/jobs/partitions.js';
import { Jobs } from './jobs.js';
import { Schedule } from './schedule.js';

@Module({ imports: [NestScheduleModule.forRoot()], providers: [Jobs, Partitions, Schedule] })
export class ScheduleModule {}
