import pg from 'pg';
import type { Settings } from '../../shared/config/settings.js';
import { corkForTurn } from './end-of-turn.js';
import { readInTurns } from './read-in-turns.js';
import { answerOf, ValueParsers } from './answer.js';
import { withOptions } from '../with-options.js';
import { plain, type Answer, type BoundStatement } from './wire.js';
import { isLost, isOutdated } from './database-errors.js';
import { PreparedNames } from './prepared-names.js';

/** The settings, with the address of the database: without `DATABASE_URL`, the embedded one's. */
export type ConnectionOptions = Settings & { readonly url: string };

/** The injection token of `ConnectionOptions`. */
export const CONNECTION_OPTIONS = Symbol('ConnectionOptions');

/**
 * The client waits this much longer than the server's own time-out before it closes the connection.
 */
const GRACE_MS = 1_000;

/** The settings of a session that PgBouncer restores for each of its clients. */
const TRACKED = { TimeZone: 'UTC', DateStyle: 'ISO', standard_conforming_strings: 'on' };

// The zones of the past differ from UTC by seconds, too, which pg leaves out of a local time.
pg.defaults.parseInputDatesAsUTC = true;

interface SessionConfig extends pg.ClientConfig {
  readonly connectTimeoutMillis?: number;
  /** A text that the session runs before all other statements. */
  readonly setUp?: string;
}

/**
 * One connection. Statements are pipelined: one does not wait for the result of the previous one.
 */
export class Session extends pg.Client {
  private readonly names = new PreparedNames();

  constructor(config: SessionConfig = {}) {
    // A pool also limits the wait for a connection by `connectionTimeoutMillis`.
    super({ ...config, connectionTimeoutMillis: config.connectTimeoutMillis, pipeline: true });
    // A connection may break while neither the pool nor its user listens for errors. The next
    // statement reports it.
    this.on('error', () => undefined);
    this.once('connect', () => readInTurns(this.connection.stream));
    const { setUp } = config;
    if (setUp !== undefined) {
      // When it fails, the connection closes, and the queued statements fail.
      this.once('connect', () => void this.query(setUp).catch(() => this.end()));
    }
  }

  /** @throws DatabaseError, and Error when the connection breaks */
  ask(statement: BoundStatement): Promise<Answer> {
    const { text, values } = statement;
    const name = this.names.of(statement);
    corkForTurn(this.connection.stream);
    const parsers = new ValueParsers(statement);
    return new Promise((resolve, reject) => {
      const types = parsers as unknown as pg.CustomTypesConfig;
      const config = { text, values, types, rowMode: 'array', ...(name && { name }) };
      this.query(config as pg.QueryArrayConfig, (error: Error | null, result) => {
        if (error) {
          if (isOutdated(error)) this.names.forget(text);
          return reject(error);
        }
        try {
          resolve(answerOf(result, parsers));
        } catch (thrown) {
          reject(thrown as Error);
        }
      });
    });
  }
}

/** How a session for reads differs from one for changes. */
interface SessionKind {
  /**
   * Uses one generic plan per prepared statement. It suits look-ups by key and by page, and halved
   * the database's CPU of a list in a prototype.
   */
  readonly generic?: boolean;
  /** Statements that change rows fail. */
  readonly readOnly?: boolean;
}

/** A pool of at most `max` connections, which it opens when needed. */
export function createPool(options: ConnectionOptions, max: number, kind?: SessionKind): pg.Pool {
  const waitMillis = options.databaseWaitTimeoutSeconds * 1000;
  const config = {
    ...connectionConfig(options, kind),
    Client: Session,
    max,
    connectionTimeoutMillis: waitMillis,
  };
  const pool = new pg.Pool(config);
  // The pool removes an idle connection that breaks. The next connect reports the failure.
  return pool.on('error', () => undefined);
}

/**
 * Runs a statement on a connection of a pool.
 * @param settings those of `settingsText`, for a transaction of its own
 */
export async function askPool(pool: pg.Pool, statement: BoundStatement, settings?: string): Promise<Answer> {
  const client = (await pool.connect()) as pg.PoolClient & Session;
  let lost = false;
  try {
    return await (settings === undefined ? client.ask(statement) : askApart(client, statement, settings));
  } catch (error) {
    lost = !(error instanceof pg.DatabaseError) || isLost(error);
    throw error;
  } finally {
    client.release(lost);
  }
}

/** Runs a statement in a transaction of its own, in one round trip. */
async function askApart(client: Session, statement: BoundStatement, settings: string): Promise<Answer> {
  const texts = [plain(`BEGIN; ${settings}`), statement, plain('COMMIT')];
  const [begun, answer, ended] = texts.map((text) => client.ask(text));
  await Promise.allSettled([begun, answer, ended]);
  return answer!;
}

/**
 * The configuration of one connection. Behind a pooler, sessions belong to the pooler and accept
 * only the tracked settings.
 */
export function connectionConfig(options: ConnectionOptions, kind: SessionKind = {}): SessionConfig {
  return {
    ...(options.databasePooler === 'none'
      ? withOptions(options.url, sessionOptions(options, kind))
      : { connectionString: options.url, setUp: SET_TRACKED }),
    connectTimeoutMillis: options.databaseConnectTimeoutSeconds * 1000,
    query_timeout: options.databaseStatementTimeoutSeconds * 1000 + GRACE_MS,
    keepAlive: true,
    application_name: 'cloud-account-service',
  };
}

/**
 * The settings of one transaction behind a pooler, whose sessions keep no settings of the service.
 * Undefined without a pooler.
 */
export function settingsText(options: ConnectionOptions): string | undefined {
  if (options.databasePooler === 'none') return undefined;
  const settings = Object.entries({ ...timeouts(options), jit: 'off' }).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  );
  return `SELECT ${settings.join(', ')}`;
}

const SET_TRACKED = Object.entries(TRACKED)
  .map(([name, value]) => `SET ${name} = '${value}'`)
  .join('; ');

function sessionOptions(options: ConnectionOptions, { generic, readOnly }: SessionKind): string {
  const settings = {
    ...TRACKED,
    ...timeouts(options),
    // A schema with the name of the role would come first.
    search_path: 'public',
    // A statement that waited for a lock reads what the lock's last holder committed.
    default_transaction_isolation: 'read\\ committed',
    // With the default, foreign-key checks of small tables would scan them.
    random_page_cost: '1.1',
    // Compiling a plan takes longer than any statement of the service runs (D-225).
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
    statement_timeout: `${options.databaseStatementTimeoutSeconds}s`,
    lock_timeout: `${options.databaseLockTimeoutSeconds}s`,
    idle_in_transaction_session_timeout: `${options.databaseIdleTimeoutSeconds}s`,
  };
}
