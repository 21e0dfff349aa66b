import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Encryption } from '../../src/shared/secrets/encryption.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { makeAccount } from '../support/makers.js';
import { PROGRAMS, runProgram } from '../support/processes.js';
import { query } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

const KEY = (byte: number) => Buffer.alloc(32, byte);
const OLD = KEY(1).toString('base64');
const NEW = `spring:${KEY(2).toString('base64')}`;
const SECRETS = 10_000;

describe('[D-221] rotate-key, killed among 10,000 secrets', () => {
  let database: TestDatabase & { databaseUrl: string; clock: TestClock };
  let env: Record<string, string>;
  let old: TestApp;
  let rotating: ChildProcess | undefined;

  beforeAll(async () => {
    const made = await createTestDatabase();
    database = { ...made, databaseUrl: made.url, clock: new TestClock() };
    env = { DATABASE_URL: made.url, ENCRYPTION_KEY: `${NEW},${OLD}` };
    old = await startApp({ ENCRYPTION_KEY: OLD }, database);
  });
  afterAll(async () => {
    rotating?.kill('SIGKILL');
    await database.drop();
  });

  it('goes on where it was killed; then all secrets are readable, and the old key is not needed', async () => {
    const { uid } = await makeAccount(old);
    await insertCodes(uid);
    await old.close();
    rotating = startRotation();
    while ((await counts()).spring === 0);
    rotating.kill('SIGKILL');
    await once(rotating, 'exit');
    const killed = await counts();
    expect(killed.spring).toBeGreaterThan(0);
    expect(killed.spring).toBeLessThan(SECRETS);

    const { code, stdout, stderr } = await runProgram('admin', ['rotate-key', '--json'], env);

    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      key: 'spring',
      encrypted_anew: SECRETS - killed.spring,
      dropped: ['1'],
    });
    expect(await counts()).toEqual({ spring: SECRETS });
    const encryption = new Encryption([{ id: 'spring', key: KEY(2) }]);
    for (const { phone_number, code } of await query(database, 'SELECT phone_number, code FROM phone_codes'))
      expect(encryption.decrypt(code as Buffer, contextOf(uid, phone_number))).toBe(
        `code of ${phone_number}`,
      );
    await (await startApp({ ENCRYPTION_KEY: NEW }, database)).close();
  });

  function startRotation(): ChildProcess {
    const args = ['--no-warnings', PROGRAMS.admin, 'rotate-key'];
    return spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  }

  /** How many secrets the new key encrypts. */
  async function counts(): Promise<{ spring: number }> {
    const bySpring = `count(*) FILTER (WHERE substring(code FROM 3 FOR 6) = 'spring'::bytea)::int`;
    const [row] = await query(database, `SELECT ${bySpring} AS spring FROM phone_codes`);
    return row as { spring: number };
  }

  async function insertCodes(user: number): Promise<void> {
    const encryption = new Encryption([{ id: '1', key: KEY(1) }]);
    const numbers = Array.from({ length: SECRETS }, (_, index) => `+1212${5_500_000 + index}`);
    const codes = numbers.map((number) => encryption.encrypt(`code of ${number}`, contextOf(user, number)));
    await query(
      database,
      `INSERT INTO phone_codes (account_id, user_id, phone_number, code, expiry)
       SELECT account_id, id, number, code, now() + interval '1 day'
       FROM users, unnest($2::text[], $3::bytea[]) given(number, code) WHERE id = $1`,
      [user, numbers, codes],
    );
  }
});

function contextOf(user: number, number: unknown): string {
  return `phone_codes:${user}:${number as string}`;
}
