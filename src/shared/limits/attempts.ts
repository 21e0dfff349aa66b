import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { TooMany } from '../errors/errors.js';
import { sha256 } from '../secrets/sha256.js';
import { Clock } from '../time/clock.js';
import { ATTEMPT_LIMITS, type Attempt, type AttemptKind } from './attempt-limits.js';

const KINDS = Object.keys(ATTEMPT_LIMITS) as AttemptKind[];

/** The limits on guessing and sending that are always on (D-23). See docs/attempt-limits.md for how to use them. */
@Injectable()
export class Attempts {
  /** How many attempts this process has refused, by limit. */
  readonly refused = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<AttemptKind, number>;

  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /**
   * Others who ask for one of these subjects wait until the transaction ends, so that attempts at the same moment
   * are counted one after the other.
   *
   * @throws TooMany when one of the limits is reached, with the time until all of them are not.
   */
  async requireAllowed(tx: Tx, ...attempts: Attempt[]): Promise<void> {
    // One order for everybody, or two transactions could wait for each other.
    for (const lock of attempts.map(lockName).sort()) await tx.run(LOCK, [lock]);
    let waitSeconds = 0;
    for (const attempt of attempts) {
      const seconds = await this.waitSeconds(tx, attempt);
      if (seconds > 0) this.refused[attempt.kind]++;
      waitSeconds = Math.max(waitSeconds, seconds);
    }
    if (waitSeconds > 0) throw new TooMany(waitSeconds);
  }

  /**
   * Counts the attempts. They count when the transaction commits: refuse the caller after it, not inside.
   *
   * @returns what `forgive` takes.
   */
  async count(tx: Tx, ...attempts: Attempt[]): Promise<number[]> {
    const now = this.clock.milliseconds();
    const kinds = attempts.map(({ kind }) => kind);
    const ends = kinds.map((kind) => new Date(now + ATTEMPT_LIMITS[kind].windowSeconds * 1000));
    const values = [kinds, attempts.map(digest), new Date(now), ends];
    const rows = await tx.rows(INSERT, values);
    return rows.map(({ id }) => id);
  }

  /** Counts the attempts in a transaction of their own, before the request changes anything: a dry run counts, too (D-232). */
  countSeparately(...attempts: Attempt[]): Promise<number[]> {
    return this.database.request.separately(async (tx) => {
      await this.requireAllowed(tx, ...attempts);
      return this.count(tx, ...attempts);
    });
  }

  /** Takes back attempts that were counted beforehand and turned out right. */
  async forgive(tx: Tx, counted: readonly number[]): Promise<void> {
    await tx.run(FORGIVE, [counted]);
  }

  /** Removes attempts that have ended (D-282). @returns how many, at most `limit`. */
  async tidy(tx: Tx, limit: number): Promise<number> {
    return tx.run(TIDY, [new Date(this.clock.milliseconds()), limit]);
  }

  /** The whole seconds until the limit's oldest attempt leaves the window; 0 when there is room now. */
  private async waitSeconds(tx: Tx, attempt: Attempt): Promise<number> {
    const { attempts, windowSeconds } = ATTEMPT_LIMITS[attempt.kind];
    const windowStart = new Date(this.clock.milliseconds() - windowSeconds * 1000);
    const row = await tx.row(WAIT, [attempt.kind, digest(attempt), windowStart, attempts - 1]);
    return row?.wait_seconds ?? 0;
  }
}

function lockName(attempt: Attempt): string {
  return `${attempt.kind} ${digest(attempt).toString('hex')}`;
}

function digest({ subject }: Attempt): Buffer {
  return sha256(JSON.stringify(subject));
}

const LOCK = command('limits.attempts.lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

const WAIT = command<{ wait_seconds: number }>(
  'limits.attempts.wait',
  `SELECT greatest(1, ceil(extract(epoch FROM attempted - $3::timestamptz)))::integer AS wait_seconds
     FROM attempts
    WHERE kind = $1 AND subject = $2 AND attempted > $3
    ORDER BY attempted DESC
   OFFSET $4 LIMIT 1`,
);

const INSERT = command<{ id: number }>(
  'limits.attempts.insert',
  `INSERT INTO attempts (kind, subject, attempted, ends)
   SELECT kind, subject, $3, ends FROM unnest($1::text[], $2::bytea[], $4::timestamptz[]) AS attempt (kind, subject, ends)
   RETURNING id`,
);

const FORGIVE = command('limits.attempts.forgive', 'DELETE FROM attempts WHERE id = ANY ($1::bigint[])');

const TIDY = command(
  'limits.attempts.tidy',
  `DELETE FROM attempts WHERE id IN (
     SELECT id FROM attempts WHERE ends <= $1 ORDER BY ends LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
