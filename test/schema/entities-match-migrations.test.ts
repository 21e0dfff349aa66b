import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('entities', () => {
  let database: TestDatabase;
  beforeEach(async () => (database = await createTestDatabase()));
  afterEach(() => database.drop());

  it('say the same as the migrated schema', async () => {
    const source = new DataSource({ type: 'postgres', url: database.url, entities: await entities() });
    await source.initialize();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

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
