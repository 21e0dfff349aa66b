import { Database } from '../../src/database/database.js';
import type { Tx } from '../../src/database/reader.js';
import { command } from '../../src/database/statement.js';
import { SshKeyEntity } from '../../src/profile/ssh-keys/ssh-key.entity.js';
import { Unauthenticated, Unavailable } from '../../src/shared/errors/errors.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

const SET_LABEL = command('test.setLabel', 'UPDATE ssh_keys SET label = $2 WHERE id = $1');
const LOSE_CONNECTION = command('test.loseConnection', 'SELECT pg_terminate_backend(pg_backend_pid())');
const CONFLICT = command('test.conflict', 'SELECT conflict()');
/** TypeORM's prepared statements in the session of the query. */
const PREPARED = command<{ text: string; runs: number }>(
  'test.prepared',
  `SELECT statement AS text, generic_plans + custom_plans AS runs FROM pg_prepared_statements
   WHERE name LIKE 'typeorm.%'`,
);
const CREATED = new Date('2026-01-02T03:04:05Z');

let app: TestApp;
let database: Database;
let accountId: number;
let userId: number;
beforeAll(async () => {
  app = await startApp({ DATABASE_POOL: '2' });
  database = app.app.get(Database);
  await query(
    app,
    `CREATE FUNCTION conflict() RETURNS void LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`,
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  userId = (await makeAccount(app)).uid;
  const [user] = await query(app, 'SELECT account_id::integer AS id FROM users WHERE id = $1', [userId]);
  accountId = user!.id as number;
});

const keys = () => query(app, 'SELECT label FROM ssh_keys WHERE user_id = $1 ORDER BY id', [userId]);

/** A key written by TypeORM, then changed by a statement. */
async function writeBoth(tx: Tx, by = userId): Promise<SshKeyEntity> {
  const repository = tx.repository(SshKeyEntity);
  const key = repository.create({ accountId, userId: by, label: 'typeorm', sshKey: 'k', created: CREATED });
  await repository.insert(key);
  await tx.run(SET_LABEL, [key.id, 'statement']);
  return key;
}

describe('[D-21] a TypeORM repository and a statement in one transaction', () => {
  it('commit together, and read what the other wrote', async () => {
    const found = await database.transaction(async (tx) => {
      const { id } = await writeBoth(tx);
      return tx.repository(SshKeyEntity).findOneBy({ id });
    });
    expect(found).toMatchObject({ userId, label: 'statement', created: CREATED });
    expect(await keys()).toEqual([{ label: 'statement' }]);
  });

  it('roll back together', async () => {
    const refused = database.transaction(async (tx) => {
      await writeBoth(tx);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await keys()).toEqual([]);
  });

  it('run again together after a conflict', async () => {
    let attempts = 0;
    await database.transaction(async (tx) => {
      await writeBoth(tx);
      if (++attempts < 3) await tx.run(CONFLICT);
    });
    expect(attempts).toBe(3);
    expect(await keys()).toEqual([{ label: 'statement' }]);
  });

  it('work on a new connection after the loss of theirs', async () => {
    const lost = database.transaction(async (tx) => {
      await writeBoth(tx);
      await tx.run(LOSE_CONNECTION);
    });
    await expect(lost).rejects.toBeInstanceOf(Unavailable);
    expect(await keys()).toEqual([]);
    await database.transaction((tx) => writeBoth(tx));
    expect(await keys()).toEqual([{ label: 'statement' }]);
  });

  it('convert the violation of a constraint to the refusal of its area', async () => {
    await expect(database.transaction((tx) => writeBoth(tx, -1))).rejects.toBeInstanceOf(Unauthenticated);
    expect(await keys()).toEqual([]);
  });
});

it('a session parses a text of TypeORM once', async () => {
  for (let time = 0; time < 3; time++) await database.transaction((tx) => writeBoth(tx));
  const prepared = await database.transaction((tx) => tx.rows(PREPARED));
  const inserts = prepared.filter(({ text }) => text.startsWith('INSERT INTO "ssh_keys"'));
  expect(inserts).toHaveLength(1);
  expect(inserts[0]!.runs).toBeGreaterThanOrEqual(3);
});

it('a repository outside a transaction reads, and fails when it writes', async () => {
  await database.transaction((tx) => writeBoth(tx));
  const [key] = await database.repository(SshKeyEntity).findBy({ userId });
  expect(key).toMatchObject({ label: 'statement', created: CREATED });
  expect(await database.repository(SshKeyEntity).countBy({ userId })).toBe(1);
  const write = database.repository(SshKeyEntity).createQueryBuilder().delete().where({ userId }).execute();
  await expect(write).rejects.toMatchObject({ cause: { code: '25006' } });
  expect(await keys()).toHaveLength(1);
});

it('a transaction that has ended refuses statements', async () => {
  const leaked = await database.transaction((tx) => Promise.resolve([tx] as const));
  await expect(leaked[0].run(CONFLICT)).rejects.toThrow('The transaction has ended');
  await expect(leaked[0].repository(SshKeyEntity).findBy({ userId })).rejects.toThrow('has ended');
});
