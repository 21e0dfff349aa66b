import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databaseUrl, TEST_RUN, TEST_SERVER_URL } from './test-run.js';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A migrated, otherwise empty database of its own: a copy of the run's template. Without fsync it is copied fastest
 * file by file.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  const strategy = process.env.DATABASE_URL ? '' : 'STRATEGY FILE_COPY';
  return createDatabase(`TEMPLATE ${process.env[TEST_RUN]}_template ${strategy}`);
}

/** A database of its own without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

/** A database of its own without any table, of the locale C. */
export function createAsciiDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`);
}

/** A database of its own without any table, which can't store every character. */
export function createLatinDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`);
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `${process.env[TEST_RUN]}_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} ${options}`);
  return { url: databaseUrl(name), drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(process.env[TEST_SERVER_URL]);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
