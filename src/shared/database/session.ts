import pg from 'pg';

/** How to reach the database. */
export interface ConnectionOptions {
  readonly url: string;
  /** Connections per process, those for reads included. */
  readonly connections: number;
}

/** The injection token of `ConnectionOptions`. */
export const CONNECTION_OPTIONS = Symbol('ConnectionOptions');

const CONNECT_TIMEOUT_MS = 5_000;
const SESSION = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  statement_timeout: '20s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
  // The foreign-key checks of small tables would scan them otherwise.
  random_page_cost: '1.1',
};

/** @param generic one plan per prepared statement whatever the values: right for look-ups by key and by page. */
export function connection({ url }: ConnectionOptions, { generic = false } = {}): pg.ClientConfig {
  const session = generic ? { ...SESSION, plan_cache_mode: 'force_generic_plan' } : SESSION;
  return {
    connectionString: url,
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'cloud-account-service',
    types: { getTypeParser },
  };
}

const asText = (text: string) => text;
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: asText,
};

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return PARSERS[oid] ?? (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown);
}
