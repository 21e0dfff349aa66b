import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, getMetadataArgsStorage, type EntityMetadata } from 'typeorm';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** No row has an identity of its own there, and TypeORM has no word for a table without a primary key. */
const WITHOUT_PRIMARY_KEY = new Set(['grants', 'vpc_addresses']);

/** Tables of areas whose entities are still to come; a table that has got its entity leaves this list. */
const TO_COME: readonly string[] = [
  'domains',
  'login_sessions',
  'oauth_grants',
  'oauth_payloads',
  'pending_logins',
  'records',
];

describe('entities', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    const classes = await entities();
    keepForeignKeysOf(classes);
    // gen_random_uuid() is PostgreSQL's own: no extension is needed for it.
    const options = { uuidExtension: 'pgcrypto', installExtensions: false } as const;
    source = new DataSource({ type: 'postgres', url: database.url, entities: classes, ...options });
    await source.initialize();
  });
  afterEach(async () => {
    await source.destroy();
    await database.drop();
  });

  it('say the same as the migrated schema', async () => {
    source.entityMetadatas.filter(({ tableName }) => WITHOUT_PRIMARY_KEY.has(tableName)).forEach(dropKey);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const different = upQueries.map(({ query }) => query);
    expect(different.filter((query) => !REFERS_TO_COMING.test(query))).toEqual([]);
  });

  it('are there for every table', async () => {
    const tables: { name: string; hasKey: boolean }[] = await source.query(`
      SELECT relname AS name, EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p') AS "hasKey"
      FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
      AND relname <> 'schema_migrations' ORDER BY 1`);
    const known = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
    expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual(TO_COME);
    expect(tables.filter(({ hasKey }) => !hasKey).map(({ name }) => name)).toEqual([...WITHOUT_PRIMARY_KEY]);
  });
});

/** The foreign keys to tables of TO_COME. */
const REFERS_TO_COMING =
  /^ALTER TABLE "(tokens|grants)" DROP CONSTRAINT "\w+_(authorized_app|oauth_grant|domain|image)_id_fkey"$/;

type EntityClass = new () => object;

async function entities(): Promise<EntityClass[]> {
  const sources = join(packageRoot, 'src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.entity.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(join(sources, file)) as Promise<Record<string, EntityClass>>),
  );
  return modules.flatMap((module) => Object.values(module));
}

/** A layer names the entities of the layers above it by their class's name; those still to come can't be found. */
function keepForeignKeysOf(classes: readonly EntityClass[]): void {
  const names = new Set(classes.map(({ name }) => name));
  const { foreignKeys } = getMetadataArgsStorage();
  const known = foreignKeys.filter(({ type }) => typeof type !== 'string' || names.has(type));
  foreignKeys.splice(0, foreignKeys.length, ...known);
}

function dropKey(table: EntityMetadata): void {
  for (const column of table.primaryColumns) column.isPrimary = false;
  table.primaryColumns = [];
}
