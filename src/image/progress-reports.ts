import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { EventsService } from '../events/events.service.js';
import { Clock } from '../shared/time/clock.js';

const REPORT_MS = 5_000;

/** Reports the progress of a capture or an upload in its event (D-132: `percent_complete`). */
@Injectable()
export class ProgressReports {
  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Passes the source's chunks on, and reports the percentage at most every 5 seconds.
   * @param totalBytes without it, reports nothing
   */
  async *watch(source: AsyncIterable<Buffer>, eventId: number, totalBytes?: number): AsyncGenerator<Buffer> {
    let passedBytes = 0;
    let reportedMs = this.clock.milliseconds();
    for await (const chunk of source) {
      yield chunk;
      passedBytes += chunk.length;
      if (!totalBytes || this.clock.milliseconds() - reportedMs < REPORT_MS) continue;
      reportedMs = this.clock.milliseconds();
      void this.report(eventId, Math.floor((100 * passedBytes) / totalBytes));
    }
  }

  /** Ignores a failure: the next report replaces this one. */
  private async report(eventId: number, percent: number): Promise<void> {
    await this.database.transaction((tx) => this.events.advance(tx, eventId, percent)).catch(() => undefined);
  }
}
