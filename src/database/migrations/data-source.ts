import { fileURLToPath } from 'node:url';
import { DataSource } from 'typeorm';
import { migrationClasses, migrationsFolder } from './migration-files.js';

/**
 * The data source of TypeORM's command line: `npx typeorm migration:show -d
 * dist/database/migrations/data-source.js`. It connects to `DATABASE_URL`. `schema:log` names
 * the primary keys of `grants` and `vpc_addresses`, which these tables don't have.
 */
export default new DataSource({
  type: 'postgres',
  url: process.env.DATABASE_URL,
  entities: [fileURLToPath(new URL('../../**/*.entity.[jt]s', import.meta.url))],
  migrations: migrationClasses(migrationsFolder),
  migrationsTableName: 'schema_migrations',
  migrationsTransactionMode: 'each',
  // gen_random_uuid() is PostgreSQL's own: no extension is needed for it.
  uuidExtension: 'pgcrypto',
  installExtensions: false,
});
