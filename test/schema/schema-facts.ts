import type pg from 'pg';

interface Column {
  readonly type: string;
  readonly required: boolean;
  /** By a default, or a trigger, when an INSERT leaves it out. */
  readonly filled: boolean;
}

/** What the statements of a release rely on without naming it: defaults of columns that they leave out, and rules on columns that they fill. */
export interface SchemaFacts {
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** By `table.name`: constraints and unique indexes, but those that hold the primary key and so refuse nothing. */
  readonly rules: ReadonlySet<string>;
}

export async function schemaFacts(client: pg.Client): Promise<SchemaFacts> {
  const columns = await client.query<Column & { name: string }>(`
    SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      a.attnotnull AS required, a.atthasdef OR a.attidentity <> '' OR EXISTS (SELECT FROM pg_trigger
        WHERE tgrelid = c.oid AND pg_get_triggerdef(oid) LIKE '% BEFORE INSERT ON % WHEN ((new.' || a.attname || ' IS NULL))%') AS filled
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`);
  const rules = await client.query<{ name: string }>(`
    SELECT conrelid::regclass || '.' || conname AS name FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'u', 'x')
    UNION SELECT indrelid::regclass || '.' || indexrelid::regclass FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE indisunique AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_index p
        WHERE p.indrelid = i.indrelid AND p.indisprimary AND p.indexrelid <> i.indexrelid
          AND p.indkey::smallint[] <@ i.indkey::smallint[])`);
  return {
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    rules: new Set(rules.rows.map(({ name }) => name)),
  };
}

/**
 * What the newer schema asks of those who know only the older one. A rule that keeps its name is taken for a wider one, and
 * what is gone shows when the older statements are prepared.
 */
export function contractions(older: SchemaFacts, newer: SchemaFacts): string[] {
  const tables = new Set([...older.columns.keys()].map(tableOf));
  const columns = [...newer.columns].filter(([name]) => tables.has(tableOf(name)));
  const rules = [...newer.rules].filter((name) => tables.has(tableOf(name)) && !older.rules.has(name));
  return [
    ...columns.flatMap(([name, column]) => demands(name, column, older.columns.get(name))),
    ...rules.map((name) => `${name} is a new rule`),
  ].sort();
}

function demands(name: string, now: Column, before: Column | undefined): string[] {
  const found: string[] = [];
  if (before && before.type !== now.type) found.push(`${name} was ${before.type}, is ${now.type}`);
  if (isRequired(now) && !(before && isRequired(before))) found.push(`${name} must be given`);
  else if (before && now.required && !before.required) found.push(`${name} must not be null`);
  return found;
}

function isRequired({ required, filled }: Column): boolean {
  return required && !filled;
}

function tableOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
