import { Attempts } from '../../src/shared/limits/attempts.js';
import { ENDED_ATTEMPTS } from '../../src/shared/limits/attempts.sql.js';
import type { Attempt } from '../../src/shared/limits/attempt-limits.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { EntitySource } from '../../src/database/driver/entity-source.js';
import { Database } from '../../src/database/database.js';
import { Clock } from '../../src/shared/time/clock.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const START = Date.parse('2026-01-02T03:04:05.250Z');
const BY_USER: Attempt = { kind: 'wrong code at login by user', subject: [1] };
const BY_CLIENT: Attempt = { kind: 'wrong client secret by client and address', subject: ['c', '192.0.2.1'] };

class SetClock extends Clock {
  present = START;
  override milliseconds(): number {
    return this.present;
  }
}

describe('[D-23] the limits that are always on', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let clock: SetClock;
  let attempts: Attempts;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    const options = { ...readSettings({ DATABASE_POOL: '12' }), url: testDatabase.url };
    database = new Database(options, {}, await EntitySource.load());
    clock = new SetClock();
    attempts = new Attempts(clock, database);
  });
  afterEach(async () => {
    await database.onApplicationShutdown();
    await testDatabase.drop();
  });

  const attempt = (...of: Attempt[]) =>
    database.transaction(async (tx) => {
      await attempts.requireAllowed(tx, ...of);
      return attempts.count(tx, ...of);
    });

  async function exhaust(of: Attempt, times: number): Promise<void> {
    for (let time = 0; time < times; time++) await attempt(of);
  }

  it('refuses the eleventh of ten attempts, with the time to wait', async () => {
    await exhaust(BY_USER, 10);
    await expect(attempt(BY_USER)).rejects.toMatchObject({ name: 'TooMany', retryAfterSeconds: 900 });
  });

  it('has a sliding window: allows an attempt when the oldest one has left it', async () => {
    await attempt(BY_USER);
    clock.present += 60_000;
    await exhaust(BY_USER, 9);
    clock.present = START + 899_001;
    await expect(attempt(BY_USER)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    clock.present = START + 900_000;
    await attempt(BY_USER);
    await expect(attempt(BY_USER)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  });

  it('[D-222] does not count attempts of a clock that was days ahead', async () => {
    clock.present = START + 86_400_000;
    await exhaust(BY_USER, 10);
    clock.present = START;
    await exhaust(BY_USER, 10);
    await expect(attempt(BY_USER)).rejects.toMatchObject({ retryAfterSeconds: 900 });
  });

  it('counts each subject and each kind separately', async () => {
    await exhaust(BY_USER, 10);
    await attempt({ ...BY_USER, subject: [2] });
    await attempt({ ...BY_USER, kind: 'wrong code at confirm by user' });
  });

  it('distinguishes the parts of a subject', async () => {
    await exhaust({ ...BY_CLIENT, subject: ['a', 'bc'] }, 20);
    await attempt({ ...BY_CLIENT, subject: ['ab', 'c'] });
  });

  it('refuses when one of several is at its limit, with the longest wait, and counts none', async () => {
    await exhaust(BY_USER, 10);
    clock.present += 10_000;
    await exhaust(BY_CLIENT, 20);
    await expect(attempt(BY_USER, BY_CLIENT)).rejects.toMatchObject({ retryAfterSeconds: 900 });
    const fresh: Attempt = { ...BY_USER, subject: [3] };
    await expect(attempt(fresh, BY_CLIENT)).rejects.toMatchObject({ retryAfterSeconds: 900 });
    await exhaust(fresh, 10);
  });

  it('forgives attempts that succeeded', async () => {
    await exhaust(BY_USER, 9);
    const counted = await attempt(BY_USER, BY_CLIENT);
    await database.transaction((tx) => attempts.forgive(tx, counted));
    await attempt(BY_USER);
    await expect(attempt(BY_USER)).rejects.toMatchObject({ name: 'TooMany' });
  });

  it('allows no more concurrent attempts', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => attempt(BY_USER)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it.each([
    ['a quarter of an hour', BY_USER, 900],
    ['an hour', { kind: 'phone send by user', subject: [1] } as const, 3600],
  ])('[D-282] end by themselves, after %s, independently of other counts', async (_, limited, seconds) => {
    const tidy = () =>
      database.transaction((tx) => tx.run(ENDED_ATTEMPTS.deletion, [new Date(clock.present), 100]));
    await attempt(limited);
    clock.present = START + seconds * 1000 - 1;
    expect(await tidy()).toBe(0);
    clock.present = START + seconds * 1000;
    expect([await tidy(), await tidy()]).toEqual([1, 0]);
  });
});
