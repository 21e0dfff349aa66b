import { KeyRotation } from '../../src/shared/secrets/key-rotation.js';
import { StartError } from '../../src/shared/errors/start-error.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { done, makeAccount } from '../support/makers.js';
import { runProgram } from '../support/processes.js';
import { query } from '../support/sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TestClock } from '../support/test-clock.js';
import { enableTwoFactor, issueSecret } from '../support/two-factor.js';

const KEY = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const OLD = KEY(1);
const BOTH = `spring:${KEY(2)},1:${KEY(1)}`;
const NEW = `spring:${KEY(2)}`;

/** Every ciphertext of the schema. */
const CIPHERTEXTS = `
  SELECT response AS value FROM security_answers UNION ALL SELECT code FROM phone_codes
  UNION ALL SELECT secret FROM two_factor_secrets WHERE secret IS NOT NULL
  UNION ALL SELECT answer FROM kept_answers
  UNION ALL SELECT pending_secret FROM two_factor_secrets WHERE pending_secret IS NOT NULL`;

/** Columns of bytes that are hashes, check values or public keys: nobody decrypts them. */
const NO_CIPHERTEXTS = [
  'encryption_keys.check_value',
  'images.sha256',
  'request_counts.subject',
  'attempts.subject',
  'passkeys.credential_id',
  'passkeys.public_key',
];

describe('[D-221] npm run admin -- rotate-key', () => {
  let database: TestDatabase & { databaseUrl: string; clock: TestClock };
  let old: TestApp;
  let client: Client;
  const running = new Set<TestApp>();

  beforeEach(async () => {
    const made = await createTestDatabase();
    database = { ...made, databaseUrl: made.url, clock: new TestClock() };
    old = await startWith(OLD);
    client = (await makeAccount(old)).client;
  });
  afterEach(async () => {
    for (const one of running) await stop(one);
    await database.drop();
  });

  it('encrypts all anew while the service runs, drops the old key, and nobody needs it any more', async () => {
    await makeSecrets(old, client);
    await stop(old);
    const rotating = await startWith(BOTH);
    let going = true;
    const changing = (async () => {
      for (let turn = 0; going; turn++) await saveAnswer(clientOf(rotating), `turn ${turn}`);
    })();
    const { code, stdout, stderr } = await runProgram('admin', ['rotate-key', '--json'], {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: BOTH,
    });
    going = false;
    await changing;
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ key: 'spring', dropped: ['1'] });
    const values = await query(database, CIPHERTEXTS);
    expect(values.length).toBeGreaterThanOrEqual(4);
    for (const { value } of values) expect((value as Buffer).subarray(2, 8).toString()).toBe('spring');

    await stop(rotating);
    const after = await startWith(NEW);
    await saveAnswer(clientOf(after), 'after');
    expect(await rotate(after)).toEqual({ key: 'spring', encrypted_anew: 0, dropped: [] });
  });

  it('restarts replica by replica: in each step, all replicas read what the others write', async () => {
    const steps = [`1:${OLD},${NEW}`, BOTH, NEW];
    let before = old;
    for (const [step, keys] of steps.entries()) {
      if (keys === NEW) expect(await rotate(before)).toMatchObject({ dropped: ['1'] });
      const after = await startWith(keys);
      for (const [writer, reader] of [[before, after] as const, [after, before] as const]) {
        const headers = { 'Idempotency-Key': `${step}-${writer === after}` };
        const change = (one: TestApp) => clientOf(one).put('/profile', { timezone: 'GMT' }, headers);
        expect((await change(writer)).status).toBe(200);
        expect((await change(reader)).headers.get('Idempotency-Replayed')).toBe('true');
      }
      await stop(before);
      before = after;
    }
  });

  it('goes back to a key without a name', async () => {
    await makeSecrets(old, client);
    await stop(old);
    const named = await startWith(BOTH);
    expect(await rotate(named)).toMatchObject({ key: 'spring', dropped: ['1'] });
    await stop(named);
    const back = await startWith(`1:${KEY(1)},${NEW}`);
    expect(await rotate(back)).toMatchObject({ key: '1', dropped: ['spring'] });
    await stop(back);
    await startWith(OLD);
  });

  it('refuses while a replica runs with another first key, and goes on when that is gone or long silent', async () => {
    await makeSecrets(old, client);
    const before = await query(database, CIPHERTEXTS);
    const rotating = await startWith(BOTH);
    await expect(rotate(rotating)).rejects.toThrow(StartError);
    await expect(rotate(rotating)).rejects.toThrow(
      /^A replica, seen \d+ s ago, encrypts with the key 1: start all/,
    );
    expect(await query(database, CIPHERTEXTS)).toEqual(before);

    await query(
      database,
      `UPDATE encryption_key_users SET seen = now() - interval '61 seconds' WHERE key_id = '1'`,
    );
    expect(await rotate(rotating)).toMatchObject({ dropped: ['1'] });
  });

  it('uses no new key when it refuses: replicas without that key start again', async () => {
    const refused = await runProgram('admin', ['rotate-key'], {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: BOTH,
    });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^A replica, seen \d+ s ago, /),
    ]);
    await stop(old);
    await startWith(OLD);
  });

  it('knows every column of ciphertexts', async () => {
    const columns = await query(
      database,
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE data_type = 'bytea' AND table_schema = 'public' AND column_name NOT LIKE '%hash'`,
    );
    const known = old.app.get(KeyRotation).columns.map(({ table, column }) => `${table}.${column}`);
    expect(columns.map(({ name }) => name).sort()).toEqual([...NO_CIPHERTEXTS, ...known].sort());
  });

  async function startWith(keys: string): Promise<TestApp> {
    const replica = await startApp({ ENCRYPTION_KEY: keys }, database);
    running.add(replica);
    return replica;
  }

  async function stop(replica: TestApp): Promise<void> {
    running.delete(replica);
    await replica.close();
  }

  function clientOf({ url }: TestApp): Client {
    return new Client(url, client.token);
  }
});

function rotate({ app }: TestApp) {
  return app.get(KeyRotation).rotate();
}

async function saveAnswer(client: Client, response: string): Promise<void> {
  const security_questions = [1, 2, 3].map((question_id) => ({ question_id, response }));
  done(await client.post('/profile/security-questions', { security_questions }));
}

/** Answers, a kept answer to a request, and two-factor secrets: one in use, one that waits to be confirmed. */
async function makeSecrets(app: TestApp, client: Client): Promise<void> {
  await enableTwoFactor(app, client);
  done(await client.put('/profile', { timezone: 'GMT' }, { 'Idempotency-Key': 'key' }));
  await issueSecret((await makeAccount(app)).client);
}
