import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { EventsService } from '../events/events.service.js';
import { Clock } from '../shared/time/clock.js';

const REPORT_MS = 5_000;

/** Shows in an event how far a capture or an upload is (D-132: `percent_complete`). */
@Injectable()
export class ProgressReports {
  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Passes the source's chunks on, and reports their share of all bytes at most every 5 seconds.
   * @param totalBytes undefined if the sender did not say; then nothing is reported.
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

  /** A report that fails is dropped: the next one replaces it. */
  private async report(eventId: number, percent: number): Promise<void> {
    await this.database.transaction((tx) => this.events.advance(tx, eventId, percent)).catch(() => undefined);
  }
}
