import pg from 'pg';
import type { TestApp } from './app.js';

/** One statement on the database of the service under test: for what only other parts of the platform write. */
export async function query(
  { databaseUrl }: Pick<TestApp, 'databaseUrl'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl, types: { getTypeParser } });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Ends once this many statements of the service wait for locks that a test holds. */
export async function lockIsAwaited(app: Pick<TestApp, 'databaseUrl'>, count = 1): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await query(app, waiting)).length < count);
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}
