import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectGolden } from '../support/golden.js';
import { described, schemaPage } from './schema-page.js';

describe('the schema', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('has a comment on each table, view, function and trigger', async () => {
    const all = await described(client);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);
  });

  it('is described by docs/schema.md: npm run schema', async () => {
    expectGolden('docs/schema.md', schemaPage(await described(client)));
  });

  it('has its extensions apart from its tables', async () => {
    const { rows } = await client.query(
      `SELECT extname, extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { extname: 'btree_gist', schema: 'extensions' },
      { extname: 'pgcrypto', schema: 'extensions' },
    ]);
  });
});
