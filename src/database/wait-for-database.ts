import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../shared/errors/start-error.js';
import { isAway } from './driver/database-errors.js';

const ASK_AGAIN_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Resolves when the database takes connections.
 * @param seconds how long to wait for a database that does not answer; refused credentials fail at once.
 * @param onAway called once, when the database does not answer.
 * @throws StartError that says why there is no connection.
 */
export async function waitForDatabase(
  url: string,
  seconds: number,
  onAway: (reason: Error) => void,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let told = false; ; told = true) {
    const reason = await failureToConnect(url);
    if (!reason) return;
    if (!isAway(reason)) throw new StartError(`The database refuses the connection: ${textOf(reason)}.`);
    if (Date.now() >= until) {
      throw new StartError(`The database was away for ${seconds} s: ${textOf(reason)}.`, { cause: reason });
    }
    if (!told) onAway(reason);
    await sleep(ASK_AGAIN_MS);
  }
}

async function failureToConnect(url: string): Promise<Error | undefined> {
  let client: pg.Client | undefined;
  try {
    // Reads the files that the address names, such as `sslrootcert`.
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** For a host with several addresses, Node reports only the codes. */
function textOf(reason: Error): string {
  const { message, code, detail } = reason as NodeJS.ErrnoException & { detail?: string };
  const text = message || String(code);
  return detail === undefined ? text : `${text} (${detail})`;
}
