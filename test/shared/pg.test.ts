import { plain, TYPEORM, type BoundStatement } from '../../src/database/driver/wire.js';
import { Session } from '../../src/database/driver/session.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let session: Session;
beforeEach(async () => {
  database = await createTestDatabase();
  session = new Session({ connectionString: database.url });
  await session.connect();
});
afterEach(async () => {
  await session.end();
  await database.drop();
});

const ask = (text: string, values: BoundStatement['values'] = [], label: string | undefined = 'test.one') =>
  session.ask({ text, values, label });
const prepared = async () => {
  const { rows } = await session.ask(
    plain('SELECT name, statement FROM pg_prepared_statements ORDER BY name'),
  );
  return rows as { name: string; statement: string }[];
};

describe('a session', () => {
  it('prepares a statement once, and makes objects of its rows', async () => {
    for (const value of [1, 2, null]) {
      const { rows, rowCount } = await ask('SELECT $1::integer AS one, 2::bigint AS two', [value]);
      expect({ rows, rowCount }).toEqual({ rows: [{ one: value, two: 2 }], rowCount: 1 });
    }
    expect(await prepared()).toEqual([
      { name: 'test.one.1', statement: 'SELECT $1::integer AS one, 2::bigint AS two' },
    ]);
  });

  it('[D-09] sends a time in UTC, not in the zone of the process', async () => {
    // As in St John's. The zone of a process can't change while it runs.
    class LocalDate extends Date {
      override getTimezoneOffset = () => 210;
    }
    const { rows } = await ask('SELECT $1::timestamptz AS sent', [new LocalDate('1930-06-01T12:34:56Z')]);
    expect(rows).toEqual([{ sent: '1930-06-01 12:34:56+00' }]);
  });

  it('measures the received texts', async () => {
    expect((await ask("SELECT repeat('x', 1000) AS long, 12 AS n, NULL AS none")).bytes).toBe(1002);
  });

  it('reports a value that it cannot write, and runs the next statement', async () => {
    const write = (value: unknown) => ask('SELECT $1::text AS one', [value]);
    await write('a');
    const unwritable = {
      toPostgres: () => {
        throw new Error('not writable');
      },
    };
    await expect(write(unwritable)).rejects.toThrow('not writable');
    await expect(write('b')).rejects.toMatchObject({ code: '26000' });
    expect((await write('b')).rows).toEqual([{ one: 'b' }]);
  });

  it('sends a statement before the result of the previous one', async () => {
    const order: string[] = [];
    const slow = ask('SELECT pg_sleep(0.05)').then(() => order.push('slow'));
    const failing = ask('SELECT 1 / 0').catch(() => order.push('failing'));
    const fast = ask('SELECT 2 AS two').then(({ rows }) => order.push(JSON.stringify(rows)));
    await Promise.all([slow, failing, fast]);
    expect(order).toEqual(['slow', 'failing', '[{"two":2}]']);
  });

  it('returns the result of the last statement of a text', async () => {
    const { command } = await session.ask(plain('SELECT 1; BEGIN'));
    expect(command).toBe('BEGIN');
  });

  it('prepares at most 200 texts of TypeORM, and any number of the service', async () => {
    for (let text = 0; text < 205; text++) {
      await ask(`SELECT ${text} AS one`, [], TYPEORM);
      await ask(`SELECT ${text} AS two`);
    }
    const names = (await prepared()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('typeorm.'))).toHaveLength(200);
    expect(names.filter((name) => name.startsWith('test.one.'))).toHaveLength(205);
    expect((await ask('SELECT 204 AS one', [], TYPEORM)).rows).toEqual([{ one: 204 }]);
  });
});
