import type { QueryRunner } from 'typeorm';

const CREATED_INDEX = /\bCREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)\s+ON (?:(\w+)\.)?\w/;

/** A statement ends with a semicolon at the end of a line, outside the body of a function. */
const STATEMENT = /(?:\$\$[\s\S]*?\$\$|[^;]|;(?![ \t]*(?:\n|$)))+/g;

/** The statements of a file that runs without a transaction. */
export function statementsOf(sql: string): string[] {
  const statements = sql.replace(/^\s*--.*$/gm, '').match(STATEMENT) ?? [];
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

/** Runs a file's statements one by one, each outside a transaction. */
export async function runStatementsAlone(runner: QueryRunner, sql: string): Promise<void> {
  // An index of a large table takes longer than the time-out of a role or of an address.
  await runner.query('SET statement_timeout = 0');
  for (const statement of statementsOf(sql)) {
    await dropInvalidIndex(runner, statement);
    await runner.query(statement);
  }
}

/**
 * `CREATE INDEX CONCURRENTLY` that failed leaves an index that PostgreSQL keeps up to date but does
 * not use.
 */
async function dropInvalidIndex(runner: QueryRunner, statement: string): Promise<void> {
  const [, name, schema = 'public'] = CREATED_INDEX.exec(statement) ?? [];
  if (!name) return;
  const invalid: unknown[] = await runner.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [`${schema}.${name}`],
  );
  if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${schema}.${name}`);
}
