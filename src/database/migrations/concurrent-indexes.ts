import type { QueryRunner } from 'typeorm';

const CREATED_INDEX = /\bCREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)\s+ON (?:(\w+)\.)?\w/;

/** Runs a file's statements one by one, each outside a transaction. A statement ends with a semicolon at the end of a line. */
export async function runStatementsAlone(runner: QueryRunner, sql: string): Promise<void> {
  for (const statement of sql.split(/;[ \t]*(?:\n|$)/)) {
    if (statement.replace(/^\s*--.*$/gm, '').trim() === '') continue;
    await dropInvalidIndex(runner, statement);
    await runner.query(statement);
  }
}

/** `CREATE INDEX CONCURRENTLY` that failed leaves an index that PostgreSQL keeps up to date but does not use. */
async function dropInvalidIndex(runner: QueryRunner, statement: string): Promise<void> {
  const [, name, schema = 'public'] = CREATED_INDEX.exec(statement) ?? [];
  if (!name) return;
  const invalid: unknown[] = await runner.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [`${schema}.${name}`],
  );
  if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${schema}.${name}`);
}
