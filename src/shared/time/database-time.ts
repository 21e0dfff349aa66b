import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { LOGGER, type Logger } from '../log/logger.js';
import { Clock } from './clock.js';
import { READ_CLOCK } from './database-time.sql.js';

const EVERY_SECONDS = 10;
/** A slower response is too inexact for a measurement. */
const MAX_ANSWER_MS = 2_000;

/**
 * Sets the clock by the database's (D-222): before the first request, every ten seconds, and at
 * each readiness check.
 */
@Injectable()
export class DatabaseTime implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private wasRight = true;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.measure();
    this.timer = setInterval(() => void this.measure(), EVERY_SECONDS * 1000).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @returns whether this process's clock agrees with the database's */
  async measure(): Promise<boolean> {
    const sentAt = performance.now();
    const row = await this.database.row(READ_CLOCK).catch(() => undefined);
    const receivedAt = performance.now();
    // Assumes that the database read its clock in the middle of the round trip.
    if (row && receivedAt - sentAt <= MAX_ANSWER_MS) this.clock.set(row.ms, (sentAt + receivedAt) / 2);
    this.report(this.clock.isRight);
    return this.clock.isRight;
  }

  private report(isRight: boolean): void {
    if (isRight === this.wasRight) return;
    this.wasRight = isRight;
    const skewSeconds = Math.round(this.clock.skewSeconds);
    if (isRight) this.logger.info({ skewSeconds }, 'clock agrees with the database again');
    else this.logger.error({ skewSeconds }, 'clock differs from the database: not ready, no jobs');
  }
}
