import type pg from 'pg';

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
type Row = Readonly<Record<string, Value>>;

/** All rows of the database, by table. */
export type State = ReadonlyMap<string, readonly Row[]>;

// Counts of attempts stay even when the request fails; the other tables are not state of the service.
const LEFT_OUT = ['attempts', 'request_counts', 'schema_migrations', 'nameservers', 'partitioned_tables'];

/** Reads every row of the database. */
export async function stateOf(database: pg.Client): Promise<State> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'pdns'::regnamespace) AND relname <> ALL ($1)`,
    [LEFT_OUT],
  );
  const selects = tables.map(({ name }) => `SELECT '${name}' AS name, to_jsonb(t) AS row FROM ${name} t`);
  const { rows } = await database.query<{ name: string; row: Row }>(selects.join(' UNION ALL '));
  const state = new Map<string, Row[]>(tables.map(({ name }) => [name, []]));
  for (const { name, row } of rows) state.get(name)!.push(settled(name, row));
  return state;
}

/**
 * What has changed, in a form that is the same for the same operation on other rows: ids become ordinals, times and
 * secrets words.
 * @param unique what occurs in the names of this run of the operation alone
 */
export function changesBetween(before: State, after: State, unique: string): string[] {
  const ordinals = new Map<number, string>();
  return [...after.keys()].sort().flatMap((table) => {
    const [left, right] = [keyed(before.get(table) ?? []), keyed(after.get(table)!)];
    const keys = [...new Set([...left.keys(), ...right.keys()])].sort(byKey);
    const changes = keys.map((key) => changeOf(left.get(key), right.get(key)));
    return changes
      .filter((change) => change !== undefined)
      .map((change) => `${table} ${JSON.stringify(common(change, '', ordinals, unique))}`)
      .sort();
  });
}

/** The day of a token's use is noted apart, a claim on an image's bytes ends by itself, an event is under way once it is scheduled, and tries at a phone code stay counted. */
function settled(table: string, row: Row): Row {
  if (table === 'tokens') return { ...row, last_used: null };
  if (table === 'images') return { ...row, claim_key: null, claim_until: null };
  if (table === 'phone_codes') return { ...row, wrong_tries: 0 };
  return table === 'events' && row.status === 'started'
    ? { ...row, status: 'scheduled', percent_complete: 0 }
    : row;
}

function keyed(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [JSON.stringify(row.id ?? row), row]));
}

/** By id where there is one, so that the order is that of their making; else by what is no secret of the row. */
function byKey(one: string, other: string): number {
  const [left, right] = [one, other].map((key) => key.replaceAll(/\\\\x[0-9a-f]+|[\w-]{32,}/g, ''));
  return Number(one) - Number(other) || (left! < right! ? -1 : 1);
}

function changeOf(before: Row | undefined, after: Row | undefined): Value | undefined {
  if (!before) return { made: after as Value };
  if (!after) return { gone: before as Value };
  const columns = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (columns.length === 0) return undefined;
  return {
    id: after.id ?? null,
    changed: Object.fromEntries(columns.map((name) => [name, step(before[name]!, after[name]!)])),
  };
}

/** Of a counter, only by how much it grew. */
function step(before: Value, after: Value): Value {
  return typeof before === 'number' && typeof after === 'number' ? `by ${after - before}` : [before, after];
}

function common(value: Value, key: string, ordinals: Map<number, string>, unique: string): Value {
  if (typeof value === 'number') return /^(?!question_).*?id$/.test(key) ? ordinal(value, ordinals) : value;
  if (typeof value === 'string') return commonText(value, ordinals, unique);
  if (Array.isArray(value)) return value.map((one) => common(one, key, ordinals, unique));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      VARYING.has(name) && one !== null ? `<${name}>` : common(one, name, ordinals, unique),
    ]),
  );
}

/** Columns that are about the moment, and nothing else. */
const VARYING = new Set([
  'payload',
  'last_step',
  'euuid',
  'request_id',
  'referral_code',
  'duration',
  'phone_number',
  'verified_phone_number',
]);

function commonText(text: string, ordinals: Map<number, string>, unique: string): string {
  return text
    .replaceAll(unique, '<unique>')
    .replace(/^\d{4}-\d\d-\d\dT.*/, '<time>')
    .replace(/^\\x.*/s, '<bytes>')
    .replace(/^\$argon2id\$.*/, '<password>')
    .replace(/^(images\/)?(\d+-)?[0-9a-f]{16,}$/, '<key>')
    .replace(/^[\w-]{32,}$/, '<key>')
    .replace(/(?<=\/)[0-9a-f]{20}$/, '<key>')
    .replace(/^[0-9a-f]{32}(?=\.claim\.)/, '<key>')
    .replaceAll(/(?<=^\/v4\/.*\/)\d+(?=\/|$)/g, (id) => ordinal(Number(id), ordinals));
}

function ordinal(id: number, ordinals: Map<number, string>): string {
  if (!ordinals.has(id)) ordinals.set(id, `#${ordinals.size + 1}`);
  return ordinals.get(id)!;
}
