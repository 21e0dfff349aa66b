import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, type EntityMetadata } from 'typeorm';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Their rows have no key of their own. TypeORM can't describe a table without a primary key. */
const WITHOUT_PRIMARY_KEY = new Set(['grants', 'vpc_addresses']);

describe('entities', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    const classes = await entities();
    // gen_random_uuid() is PostgreSQL's own: no extension is needed for it.
    const options = { uuidExtension: 'pgcrypto', installExtensions: false } as const;
    source = new DataSource({ type: 'postgres', url: database.url, entities: classes, ...options });
    await source.initialize();
  });
  afterEach(async () => {
    await source.destroy();
    await database.drop();
  });

  it('have the columns, constraints and indexes of the migrated schema', async () => {
    source.entityMetadatas.filter(({ tableName }) => WITHOUT_PRIMARY_KEY.has(tableName)).forEach(dropKey);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    // The migrations alone have comments.
    const queries = upQueries
      .map(({ query }) => query)
      .filter((query) => !query.startsWith('COMMENT ON TABLE'));
    expect(queries).toEqual([]);
  });

  it('exist for every table', async () => {
    const tables: { name: string; hasKey: boolean }[] = await source.query(`
      SELECT relname AS name, EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p') AS "hasKey"
      FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
      AND NOT relispartition AND relname <> 'schema_migrations' ORDER BY 1`);
    const known = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
    expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(tables.filter(({ hasKey }) => !hasKey).map(({ name }) => name)).toEqual([...WITHOUT_PRIMARY_KEY]);
  });
});

type EntityClass = new () => object;

async function entities(): Promise<EntityClass[]> {
  const sources = join(packageRoot, 'src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.entity.ts'),
  );
  const modules: Record<string, EntityClass>[] = [];
  // One after the other: Jest loses a package that modules of two imports at once need.
  for (const file of files) modules.push((await import(join(sources, file))) as Record<string, EntityClass>);
  return modules.flatMap((module) => Object.values(module));
}

function dropKey(table: EntityMetadata): void {
  for (const column of table.primaryColumns) column.isPrimary = false;
  table.primaryColumns = [];
}
