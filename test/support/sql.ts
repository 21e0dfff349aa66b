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

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}
