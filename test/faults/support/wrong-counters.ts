import type pg from 'pg';

/** Counters, and the rows that each one counts. */
const COUNTERS = [
  ['accounts', 'vpc_count', 'vpcs', 'account_id'],
  ['accounts', 'domain_count', 'domains', 'account_id'],
  ['accounts', 'private_image_count', 'images', 'account_id'],
  ['domains', 'record_count', 'records', 'domain_id'],
] as const;

/** The counters that differ from the number of rows they count. */
export async function wrongCounters(database: pg.Client): Promise<object[]> {
  const lies: object[] = [];
  for (const [table, counter, counted, by] of COUNTERS) {
    const { rows } = await database.query<object>(
      `SELECT '${counter}' AS counter, t.id, t.${counter} AS says, count(c.${by}) AS has
       FROM ${table} t LEFT JOIN ${counted} c ON c.${by} = t.id
       GROUP BY t.id HAVING t.${counter} <> count(c.${by})`,
    );
    lies.push(...rows);
  }
  return lies;
}
