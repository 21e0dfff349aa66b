import pg from 'pg';

/** A session for long work: none of the service's time-outs, and the forms in which COPY writes values everywhere the same. */
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

/** Runs `work` in one transaction on a connection of its own. */
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
