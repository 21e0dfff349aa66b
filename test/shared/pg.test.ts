import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import { Session } from '../../src/database/driver/session.js';
import { ask, WireQuery } from '../../src/database/driver/wire-query.js';
import type { PgConnection } from '../../src/database/driver/pg-connection.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** What `src/database/driver` relies on inside `pg`, which pg does not promise. Read it again before you raise the version. */
describe('pg’s inside', () => {
  let database: TestDatabase;
  let session: Session;
  let connection: PgConnection;
  beforeEach(async () => {
    database = await createTestDatabase();
    session = new Session({ connectionString: database.url });
    connection = (session as unknown as { connection: PgConnection }).connection;
    await session.connect();
  });
  afterEach(async () => {
    await session.end();
    await database.drop();
  });

  it('is the one that package.json names exactly', () => {
    const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
    const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(dependencies.pg).toBe(version);
  });

  it('tells a query of each message, in this order', async () => {
    const calls: string[] = [];
    const watched = (query: WireQuery) =>
      new Proxy(query, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (String(name).startsWith('handle')) calls.push(String(name));
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    await ask(session, watched(new WireQuery('SELECT 1 AS one', [], 'one')));
    await ask(session, watched(new WireQuery('SELECT 1 / 0', [], 'fails'))).catch(() => undefined);
    expect(calls).toEqual([
      'handleRowDescription',
      'handleDataRow',
      'handleCommandComplete',
      'handleReadyForQuery',
      'handleError',
    ]);
  });

  it('keeps the texts of named statements, those on their way apart from the parsed', async () => {
    const answer = ask(session, new WireQuery('SELECT 1 AS one', [], 'one'));
    expect(connection.submittedNamedStatements).toMatchObject({ one: 'SELECT 1 AS one' });
    await answer;
    expect(connection.submittedNamedStatements).toEqual({});
    expect(connection.parsedStatements).toMatchObject({ one: 'SELECT 1 AS one' });
  });

  it('describes a named statement once, and makes the rows of the next answers by that', async () => {
    const described = jest.spyOn(WireQuery.prototype, 'handleRowDescription');
    for (const value of [1, 2, null]) {
      const { rows } = await ask(session, new WireQuery('SELECT $1::integer AS one', [value], 'one'));
      expect(rows).toEqual([{ one: value }]);
    }
    expect(described).toHaveBeenCalledTimes(1);
    described.mockRestore();
  });

  it('tells of a value that it cannot write, and answers the next statement', async () => {
    const write = (value: unknown) =>
      ask(session, new WireQuery('SELECT $1::text AS one', [value], 'written'));
    await write('a');
    const unwritable = {
      toPostgres: () => {
        throw new Error('not writable');
      },
    };
    await expect(write(unwritable)).rejects.toThrow('not writable');
    expect((await write('b')).rows).toEqual([{ one: 'b' }]);
  });

  it('sends a statement before the answer to the one before it', async () => {
    const first = ask(session, new WireQuery('SELECT pg_sleep(0)', [], 'first'));
    const second = ask(session, new WireQuery('SELECT 2 AS two', [], 'second'));
    expect(Object.keys(connection.submittedNamedStatements)).toEqual(['first', 'second']);
    await first;
    expect((await second).rows).toEqual([{ two: 2 }]);
  });

  it('leaves the parts of a message to the query: prepare, close, sync, a stream that can be corked', () => {
    const query = pg.Query.prototype as unknown as Record<string, unknown>;
    const session = pg.Client.prototype as unknown as Record<string, unknown>;
    expect([typeof query.prepare, typeof query.submit, typeof session.getStartupConf]).toEqual(
      Array(3).fill('function'),
    );
    const { stream } = connection as unknown as { stream: { cork: unknown; destroy: unknown } };
    const parts = [connection.sync, connection.close, stream.cork, stream.destroy];
    expect(parts.map((part) => typeof part)).toEqual(Array(4).fill('function'));
  });
});
