import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock } from '../../shared/time/clock.js';
import { ClaimsRepository } from './claims.repository.js';

/** How long a claim holds without being renewed: after so long another replica may take over (D-182: within 60 s). */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/** Keeps claims alive while the work under them goes on. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly database: Database,
    private readonly claims: ClaimsRepository,
    private readonly clock: Clock,
  ) {}

  /** A key for a new claim, and for the bytes that will be written under it. */
  newKey(imageId: number): string {
    return `${imageId}-${randomBytes(16).toString('hex')}`;
  }

  /** Until when a claim that is taken or renewed now holds. */
  until(): Date {
    return this.clock.in(LEASE_SECONDS);
  }

  /**
   * Runs the work under a claim, which holds for as long as the work goes on.
   * @param work gets a signal that aborts when the claim is lost.
   */
  async hold<Result>(key: string, work: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    const lost = new AbortController();
    const timer = setInterval(() => void this.renew(key, lost), RENEW_MS);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** Lets others claim at once what would else be theirs when the claim ends. */
  async release(key: string): Promise<void> {
    await this.database.transaction((tx) => this.claims.release(tx, key)).catch(() => undefined);
  }

  private async renew(key: string, lost: AbortController): Promise<void> {
    try {
      const held = await this.database.transaction((tx) => this.claims.renew(tx, key, this.until()));
      if (!held) lost.abort();
    } catch {
      // The database is away: whether the claim was lost meanwhile is told by the next renewal, or by the completion.
    }
  }
}
