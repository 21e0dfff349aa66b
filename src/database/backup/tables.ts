import type pg from 'pg';

/** A table, with its names quoted for SQL. */
export interface Table {
  readonly name: string;
  /** All columns but generated ones. */
  readonly columns: string;
}

/** The state of a sequence, which may belong to an identity column. */
export interface Sequence {
  readonly name: string;
  /** bigint, as text. */
  readonly last: string;
  readonly isCalled: boolean;
}

/**
 * Excludes unlogged tables: the service makes their rows from those of other tables, or does
 * without them after a crash, too.
 */
const OURS = `c.relpersistence = 'p' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND NOT c.relispartition
  AND c.relname NOT LIKE 'schema_migrations%' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')`;

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND ${OURS}
  GROUP BY n.nspname, c.relname ORDER BY 1`;

const SEQUENCES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'S' AND ${OURS} ORDER BY 1`;

/** All tables of the service, without the list of migrations. */
export async function tablesOf(session: pg.Client): Promise<Table[]> {
  return (await session.query<Table>(TABLES)).rows;
}

export async function sequencesOf(session: pg.Client): Promise<Sequence[]> {
  const { rows } = await session.query<{ name: string }>(SEQUENCES);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const state = await session.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${name}`,
    );
    sequences.push({ name, ...state.rows[0]! });
  }
  return sequences;
}
