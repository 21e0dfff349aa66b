import { setTimeout as delay } from 'node:timers/promises';

/** The statements that take longest, per request. */
const SHOWN = 12;

const TABLES = `SELECT relid, relname, n_tup_ins + n_tup_upd + n_tup_del AS rows,
    (SELECT count(*) FROM pg_index WHERE indrelid = relid)::integer AS indexes,
    (SELECT coalesce(string_agg(tgname, ', ' ORDER BY tgname), '') FROM pg_trigger
      WHERE tgrelid = relid AND NOT tgisinternal) AS triggers,
    (SELECT count(*) FROM pg_trigger WHERE tgrelid = relid AND tgisinternal)::integer AS keys
  FROM pg_stat_user_tables`;

/** What PostgreSQL counts of the statements of all sessions. */
export class Statements {
  constructor(database, position, tables) {
    this.database = database;
    this.position = position;
    this.tables = tables;
  }

  /** Begins to count. */
  static async since(database) {
    await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await database.query('SELECT pg_stat_statements_reset()');
    const { rows } = await database.query('SELECT pg_current_wal_insert_lsn() AS position');
    return new Statements(database, rows[0].position, await changedRows(database));
  }

  /** The counts since the beginning, divided by the number of requests. */
  async per(requests) {
    const { rows: wal } = await this.database.query(
      'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float AS bytes',
      [this.position],
    );
    const { rows } = await this.database.query(
      `SELECT query, calls::float, total_exec_time AS ms, wal_bytes::float AS bytes FROM pg_stat_statements
       WHERE query !~ 'pg_stat_statements|pg_wal|pg_stat_user_tables' ORDER BY total_exec_time DESC LIMIT $1`,
      [SHOWN],
    );
    const statements = rows.map(({ query, calls, ms, bytes }) => ({
      name: query.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 90),
      calls: calls / requests,
      us: (ms * 1000) / requests,
      bytes: bytes / requests,
    }));
    const after = await changedRows(this.database);
    const tables = [...after.values()]
      .map((table) => ({
        name: table.relname,
        rows: (table.rows - (this.tables.get(table.relid)?.rows ?? 0)) / requests,
        indexes: table.indexes,
        triggers: [table.triggers, table.keys && `${table.keys} of keys`].filter(Boolean).join('; '),
      }))
      .filter((table) => table.rows > 0.5);
    return { wal: wal[0].bytes / requests, statements: statements.filter(({ us }) => us >= 1), tables };
  }
}

async function changedRows(database) {
  // Sessions report what they changed at most once a second.
  await delay(1500);
  const { rows } = await database.query(TABLES);
  return new Map(rows.map((row) => [row.relid, { ...row, rows: Number(row.rows) }]));
}
