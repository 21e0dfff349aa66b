import pg from 'pg';

/**
 * The settings of a session for long work: no time-outs, and the formats in which COPY writes
 * values.
 */
const SETTINGS = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  search_path: 'public',
};

/** The rows of a query. */
export function readRows<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  return inSession(url, 'BEGIN READ ONLY', async (session) => (await session.query<Row>(query)).rows);
}

/** Runs `work` in one transaction on a new connection. */
export async function inSession<Result>(
  url: string,
  begin: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({ connectionString: url, application_name: 'cloud-account-backup' });
  session.on('error', () => undefined);
  await session.connect();
  try {
    await session.query(begin);
    for (const [name, value] of Object.entries(SETTINGS))
      await session.query(`SET LOCAL ${name} = '${value}'`);
    const result = await work(session);
    await session.query('COMMIT');
    return result;
  } finally {
    await session.end();
  }
}
