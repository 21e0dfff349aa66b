import pg from 'pg';
import type { TurnLimit } from '../../shared/config/setting-bounds.js';
import { command, type Command } from '../statement.js';
import { corkForTurn } from './end-of-turn.js';
import { answerOf, TEXT_TYPES } from './answer.js';
import type { Answer, Asked } from './asked.js';
import { isLost, isOutdated } from './database-errors.js';
import { PreparedNames } from './prepared-names.js';

/** How to reach the database. */
export interface ConnectionOptions {
  readonly url: string;
  /** A standby, for the reads that may be stale. */
  readonly readUrl?: string | undefined;
  /** Connections per process, those for reads included. */
  readonly connections: number;
  /** How many lists with a filter or an order run at the same time (D-211). */
  readonly maxLists: TurnLimit;
  /** The pooler in front of the server. PgBouncer in transaction mode gives each transaction another session. */
  readonly pooler: 'none' | 'transaction';
  readonly connectTimeoutSeconds: number;
  /** How long work waits for a connection of a full pool. */
  readonly waitTimeoutSeconds: number;
  readonly statementTimeoutSeconds: number;
  readonly lockTimeoutSeconds: number;
  /** How long a transaction may do nothing before the server ends it. */
  readonly idleTimeoutSeconds: number;
}

/** The injection token of `ConnectionOptions`. */
export const CONNECTION_OPTIONS = Symbol('ConnectionOptions');

/** Added to the server's own time-out before the client gives up on a server that does not answer. */
const GRACE_MS = 1_000;

/** Settings of a session that PgBouncer restores for each of its clients, on every server. */
const TRACKED = { TimeZone: 'UTC', DateStyle: 'ISO' };

interface SessionConfig extends pg.ClientConfig {
  readonly connectTimeoutMillis?: number;
  /** What the session runs before all other statements. */
  readonly setUp?: string;
}

/** One connection. A statement does not wait for the answer to the one before it. */
export class Session extends pg.Client {
  private readonly names = new PreparedNames();

  constructor(config: SessionConfig = {}) {
    // A pool uses `connectionTimeoutMillis` for the wait in its queue, too.
    super({ ...config, connectionTimeoutMillis: config.connectTimeoutMillis, pipeline: true });
    // A connection may break while neither the pool nor a user listens. The next statement reports it.
    this.on('error', () => undefined);
    const { setUp } = config;
    if (setUp !== undefined) {
      // When it fails, so does what is queued behind it.
      this.once('connect', () => void this.query(setUp).catch(() => this.end()));
    }
  }

  /** @throws DatabaseError, and Error when the connection breaks */
  ask(asked: Asked): Promise<Answer> {
    const { text, values } = asked;
    const name = this.names.of(asked);
    corkForTurn(this.connection.stream);
    return new Promise((resolve, reject) => {
      const config = { text, values, types: TEXT_TYPES, rowMode: 'array', ...(name && { name }) };
      this.query(config as pg.QueryArrayConfig, (error: Error | null, result) => {
        if (error) {
          if (isOutdated(error)) this.names.forget(text);
          return reject(error);
        }
        try {
          resolve(answerOf(result));
        } catch (thrown) {
          reject(thrown as Error);
        }
      });
    });
  }
}

/** How a session differs from one that changes something. */
interface SessionKind {
  /** Uses one generic plan per prepared statement, which suits look-ups by key and by page. */
  readonly generic?: boolean;
  /** A statement that would change something fails. */
  readonly readOnly?: boolean;
}

/** A pool of at most `max` connections; they are made when they are needed. */
export function createPool(options: ConnectionOptions, max: number, kind?: SessionKind): pg.Pool {
  const waitMillis = options.waitTimeoutSeconds * 1000;
  const config = { ...connection(options, kind), Client: Session, max, connectionTimeoutMillis: waitMillis };
  const pool = new pg.Pool(config);
  // The pool drops an idle connection that breaks; the next connect reports the failure.
  return pool.on('error', () => undefined);
}

/** Asks on the next connection of a pool. */
export async function askPool(pool: pg.Pool, asked: Asked): Promise<Answer> {
  const client = (await pool.connect()) as pg.PoolClient & Session;
  let lost = false;
  try {
    return await client.ask(asked);
  } catch (error) {
    lost = !(error instanceof pg.DatabaseError) || isLost(error);
    throw error;
  } finally {
    client.release(lost);
  }
}

/** Behind a pooler the sessions are the pooler's: of our settings they take only the tracked ones. */
export function connection(options: ConnectionOptions, kind: SessionKind = {}): SessionConfig {
  return {
    connectionString: options.url,
    ...(options.pooler === 'none' ? { options: sessionOptions(options, kind) } : { setUp: SET_TRACKED }),
    connectTimeoutMillis: options.connectTimeoutSeconds * 1000,
    query_timeout: options.statementTimeoutSeconds * 1000 + GRACE_MS,
    keepAlive: true,
    application_name: 'cloud-account-service',
  };
}

/**
 * What comes along with a transaction: a pooler's server has no settings of ours, and keeps none that outlast it. Undefined
 * where sessions are our own.
 */
export function settingsStatement(options: ConnectionOptions): Command<never> | undefined {
  if (options.pooler === 'none') return undefined;
  const settings = Object.entries({ ...timeouts(options), jit: 'off' }).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  );
  return command('session.settings', `SELECT ${settings.join(', ')}`);
}

const SET_TRACKED = Object.entries(TRACKED)
  .map(([name, value]) => `SET ${name} = '${value}'`)
  .join('; ');

function sessionOptions(options: ConnectionOptions, { generic, readOnly }: SessionKind): string {
  const settings = {
    ...TRACKED,
    ...timeouts(options),
    // The foreign-key checks of small tables would scan them otherwise.
    random_page_cost: '1.1',
    // Compiling a plan takes longer than any of our statements runs (D-225).
    jit: 'off',
    ...(generic ? { plan_cache_mode: 'force_generic_plan' } : {}),
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function timeouts(options: ConnectionOptions): Record<string, string> {
  return {
    statement_timeout: `${options.statementTimeoutSeconds}s`,
    lock_timeout: `${options.lockTimeoutSeconds}s`,
    idle_in_transaction_session_timeout: `${options.idleTimeoutSeconds}s`,
  };
}
