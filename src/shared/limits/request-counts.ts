import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../time/clock.js';
import { COUNT_REQUESTS } from './request-counts.sql.js';

/** The count of a subject after a request. */
export interface RequestCount {
  readonly requests: number;
  /** The window of the count, in epoch seconds. */
  readonly windowStart: number;
  readonly windowEnd: number;
}

interface Waiting {
  readonly resolve: (count: RequestCount) => void;
  readonly reject: (error: unknown) => void;
}

/** The requests of one subject that are not counted yet. */
interface Uncounted {
  readonly subject: Buffer;
  readonly windowSeconds: number;
  readonly waiting: Waiting[];
}

/**
 * Counts requests in fixed windows, over all replicas. All requests of one iteration of the event
 * loop are counted by one statement. While the requests of a subject are being counted, its further
 * requests wait for the next statement, so that they hold no connection at its row's lock (D-284).
 */
@Injectable()
export class RequestCounts {
  private uncounted = new Map<string, Uncounted>();
  private readonly counting = new Set<string>();
  private isSendExpected = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a request in the present window. It is counted even if the request changes nothing.
   * @param subject a digest
   * @param windowSeconds the same for all requests of the subject
   */
  count(subject: Buffer, windowSeconds: number): Promise<RequestCount> {
    this.database.request.requireNothingHeld();
    const name = nameOf(subject);
    let uncounted = this.uncounted.get(name);
    if (!uncounted) this.uncounted.set(name, (uncounted = { subject, windowSeconds, waiting: [] }));
    const { waiting } = uncounted;
    this.expectSend();
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  private expectSend(): void {
    if (this.isSendExpected) return;
    this.isSendExpected = true;
    setImmediate(() => void this.send());
  }

  private async send(): Promise<void> {
    this.isSendExpected = false;
    const sent = new Map([...this.uncounted].filter(([name]) => !this.counting.has(name)));
    if (sent.size === 0) return;
    for (const name of sent.keys()) {
      this.uncounted.delete(name);
      this.counting.add(name);
    }
    await this.countAll(sent);
    for (const name of sent.keys()) this.counting.delete(name);
    if (this.uncounted.size > 0) this.expectSend();
  }

  private async countAll(sent: ReadonlyMap<string, Uncounted>): Promise<void> {
    const all = [...sent.values()];
    const now = this.clock.milliseconds() / 1000;
    const starts = all.map(({ windowSeconds }) => Math.floor(now / windowSeconds) * windowSeconds);
    const ends = all.map(({ windowSeconds }, index) => starts[index]! + windowSeconds);
    const subjects = all.map(({ subject }) => subject);
    const numbers = all.map(({ waiting }) => waiting.length);
    try {
      const values = [subjects, starts.map(dateOf), ends.map(dateOf), numbers];
      const rows = await this.database.request.apart(COUNT_REQUESTS, values);
      const counts = new Map(rows.map(({ subject, requests }) => [nameOf(subject), requests]));
      [...sent].forEach(([name, { waiting }], index) => {
        const [windowStart, windowEnd] = [starts[index]!, ends[index]!];
        const before = counts.get(name)! - waiting.length;
        waiting.forEach(({ resolve }, position) =>
          resolve({ requests: before + position + 1, windowStart, windowEnd }),
        );
      });
    } catch (error) {
      for (const { reject } of all.flatMap(({ waiting }) => waiting)) reject(error);
    }
  }
}

function nameOf(subject: Buffer): string {
  return subject.toString('latin1');
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
