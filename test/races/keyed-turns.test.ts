import { jest } from '@jest/globals';
import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { ChangeTurns } from '../../src/shared/limits/change-turns.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, next, type TestAccount } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

let app: TestApp;
let account: TestAccount;
let blocker: pg.Client;
let domain: number;
/** Two changes that hold the account's turns, because they wait for the domain's row. */
let stuck: Promise<Answer>[];
let asked: () => number;
beforeAll(async () => (app = await startApp({ DATABASE_POOL: '20' })));
afterAll(() => app.close());
beforeEach(async () => {
  account = await makeAccount(app);
  domain = (await makeDomain(account.client)).id;
  blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [domain]);
  const share = jest.spyOn(app.app.get(ChangeTurns), 'share');
  asked = () => share.mock.calls.length;
  stuck = [];
  for (let turn = 1; turn <= 2; turn++) {
    stuck.push(add(`stuck${turn}`));
    await lockIsAwaited(app, turn);
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  await blocker.end();
});

const add = (name: string, key?: string, type = 'A') =>
  account.client.post(
    `/domains/${domain}/records`,
    { type, name, target: type === 'A' ? '192.0.2.1' : 'example.net' },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );

/** The answers to changes that ask for a turn while both are held, in the order of the names. */
async function afterTheWait(...changes: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const sent: Promise<Answer>[] = [];
  for (const [at, change] of changes.entries()) {
    sent.push(change());
    while (asked() < at + 3) await new Promise(setImmediate);
  }
  await blocker.query('ROLLBACK');
  for (const answer of await Promise.all(stuck)) done(answer);
  return Promise.all(sent);
}

const names = async () =>
  (await query(app, 'SELECT name FROM records WHERE domain_id = $1 ORDER BY name', [domain])).map(
    ({ name }) => name,
  );
const replays = (answer: Answer) => answer.headers.get('idempotency-replayed');

describe('[D-284] [D-230] changes with keys that wait for a turn', () => {
  it('are one transaction, which keeps their answers', async () => {
    const [one, two] = [`k${next()}`, `k${next()}`];
    const answers = await afterTheWait(
      () => add('a', one),
      () => add('b'),
      () => add('c', two),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [made] = await query(
      app,
      `SELECT count(DISTINCT xmin::text) AS transactions FROM
         (SELECT xmin FROM records WHERE domain_id = $1 AND name IN ('a', 'c')
          UNION ALL SELECT xmin FROM kept_answers WHERE account_id = $2) made`,
      [domain, account.id],
    );
    expect(made).toEqual({ transactions: 1 });
    for (const [at, key, name] of [
      [0, one, 'a'],
      [2, two, 'c'],
    ] as const) {
      const again = await add(name, key);
      expect(again).toMatchObject({ status: 200, body: answers[at]!.body });
      expect(replays(again)).toBe('true');
    }
    expect(await names()).toEqual(['a', 'b', 'c', 'stuck1', 'stuck2']);
  });

  it('and that are refused leave their keys unused, while the others succeed', async () => {
    const [one, two, three] = [`k${next()}`, `k${next()}`, `k${next()}`];
    const answers = await afterTheWait(
      () => add('a', one),
      () => add('stuck1', two, 'CNAME'),
      () => add('b', three),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(app.app.get(Database).activity.unexpected).toBe(0);
    expect(await names()).toEqual(['a', 'b', 'stuck1', 'stuck2']);
    const free = done(await add('d', two));
    expect(free.name).toBe('d');
    for (const [name, key] of [
      ['a', one],
      ['b', three],
    ] as const)
      expect(replays(await add(name, key))).toBe('true');
  });

  it('and that are sent several times are carried out once', async () => {
    const [one, two] = [`k${next()}`, `k${next()}`];
    const answers = await afterTheWait(
      ...[one, two, `"${one}"`, two, one, two].map((key) => () => add(key.includes(one) ? 'a' : 'b', key)),
    );
    expect(await names()).toEqual(['a', 'b', 'stuck1', 'stuck2']);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(replays)).toHaveLength(4);
    for (const at of [2, 4]) expect(answers[at]!.body).toEqual(answers[0]!.body);
  });

  it('and that are all sent many times at once are carried out once each', async () => {
    await blocker.query('ROLLBACK');
    const changed = (await Promise.all(stuck)).map((answer) => done(answer).id as number);
    const changes = Array.from({ length: 8 }, (_, at) => {
      const key = `k${next()}`;
      const path = `/domains/${domain}/records/${changed[at % 2]}`;
      return at < 4
        ? () => add(`n${at}`, key)
        : () => account.client.put(path, { target: `192.0.2.${at}` }, { 'Idempotency-Key': key });
    });
    const answers = await Promise.all(Array.from({ length: 96 }, (_, i) => changes[i % 8]!()));
    for (let at = 0; at < 8; at++) {
      const ofKey = answers.filter((_, i) => i % 8 === at);
      const won = ofKey.filter(({ status }) => status === 200);
      expect(won.filter((answer) => !replays(answer))).toHaveLength(1);
      expect(new Set(won.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(ofKey.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    }
    expect(await names()).toEqual(['n0', 'n1', 'n2', 'n3', 'stuck1', 'stuck2']);
    const events = await query(
      app,
      `SELECT count(*) FROM events WHERE account_id = $1 AND action = 'domain_record_update'`,
      [account.id],
    );
    expect(events).toEqual([{ count: 4 }]);
  });
});
