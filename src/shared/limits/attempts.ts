import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { TooMany } from '../errors/errors.js';
import { sha256 } from '../secrets/sha256.js';
import { Clock } from '../time/clock.js';
import { ATTEMPT_LIMITS, type Attempt, type AttemptKind } from './attempt-limits.js';
import { FIND_WAIT, FORGIVE_ATTEMPTS, INSERT_ATTEMPTS, LOCK_SUBJECT } from './attempts.sql.js';

const KINDS = Object.keys(ATTEMPT_LIMITS) as AttemptKind[];

/**
 * The limits of guesses and of sent messages, which can't be turned off (D-23).
 * docs/attempt-limits.md says how to use them.
 */
@Injectable()
export class Attempts {
  /** The number of attempts that this process has refused, by limit. */
  readonly refused = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<AttemptKind, number>;

  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /**
   * Checks the limits. Other attempts with one of these subjects wait until the transaction ends,
   * so that concurrent attempts are counted one after the other.
   *
   * @throws TooMany when a limit is reached, with the time until all of them allow the attempts
   */
  async requireAllowed(tx: Tx, ...attempts: Attempt[]): Promise<void> {
    // Every transaction locks in this order, so that two of them can't deadlock.
    for (const lock of attempts.map(lockName).sort()) await tx.run(LOCK_SUBJECT, [lock]);
    let waitSeconds = 0;
    for (const attempt of attempts) {
      const seconds = await this.waitSeconds(tx, attempt);
      if (seconds > 0) this.refused[attempt.kind]++;
      waitSeconds = Math.max(waitSeconds, seconds);
    }
    if (waitSeconds > 0) throw new TooMany(waitSeconds);
  }

  /**
   * Counts the attempts when the transaction commits. So the caller refuses the request after the
   * transaction, not in it.
   *
   * @returns the ids for `forgive`
   */
  async count(tx: Tx, ...attempts: Attempt[]): Promise<number[]> {
    const now = this.clock.milliseconds();
    const kinds = attempts.map(({ kind }) => kind);
    const ends = kinds.map((kind) => new Date(now + ATTEMPT_LIMITS[kind].windowSeconds * 1000));
    const values = [kinds, attempts.map(digest), new Date(now), ends];
    const rows = await tx.rows(INSERT_ATTEMPTS, values);
    return rows.map(({ id }) => id);
  }

  /**
   * Checks and counts the attempts in a transaction of their own, before the request's changes, so
   * that a dry run counts, too (D-232).
   * @returns the ids for `forgive`
   * @throws TooMany as `requireAllowed`
   */
  countSeparately(...attempts: Attempt[]): Promise<number[]> {
    return this.database.request.separately(async (tx) => {
      await this.requireAllowed(tx, ...attempts);
      return this.count(tx, ...attempts);
    });
  }

  /** Deletes attempts that were counted first and then succeeded. */
  async forgive(tx: Tx, counted: readonly number[]): Promise<void> {
    await tx.run(FORGIVE_ATTEMPTS, [counted]);
  }

  /**
   * The seconds until the limit's oldest attempt leaves the window; 0 when the limit allows the
   * attempt now.
   */
  private async waitSeconds(tx: Tx, attempt: Attempt): Promise<number> {
    const { attempts, windowSeconds } = ATTEMPT_LIMITS[attempt.kind];
    const now = this.clock.milliseconds();
    const window = windowSeconds * 1000;
    const values = [new Date(now - window), attempts - 1, new Date(now + window)];
    const row = await tx.row(FIND_WAIT, [attempt.kind, digest(attempt), ...values]);
    return row?.wait_seconds ?? 0;
  }
}

function lockName(attempt: Attempt): string {
  return `${attempt.kind} ${digest(attempt).toString('hex')}`;
}

function digest({ subject }: Attempt): Buffer {
  return sha256(JSON.stringify(subject));
}
