import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../shared/errors/start-error.js';
import { isDown } from './driver/database-errors.js';

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Resolves when the database accepts connections.
 * @param seconds how long to wait for a database that is down; refused credentials fail at once
 * @param onDown called once, when the first attempt finds the database down
 * @throws StartError with the reason of the failure
 */
export async function waitForDatabase(
  url: string,
  seconds: number,
  onDown: (reason: Error) => void,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let isReported = false; ; isReported = true) {
    const reason = await failureToConnect(url);
    if (!reason) return;
    if (!isDown(reason)) throw new StartError(`The database refuses the connection: ${textOf(reason)}.`);
    if (Date.now() >= until) {
      throw new StartError(`The database was down for ${seconds} s: ${textOf(reason)}.`, { cause: reason });
    }
    if (!isReported) onDown(reason);
    await sleep(RETRY_MS);
  }
}

/**
 * Resolves also when the standby is down, because the primary then answers instead.
 * @param onDown called when it is down
 * @throws StartError when it refuses the connection, because nothing else would tell of it
 */
export async function checkStandby(url: string, onDown: (reason: Error) => void): Promise<void> {
  const reason = await failureToConnect(url);
  if (!reason) return;
  if (!isDown(reason))
    throw new StartError(`The standby of DATABASE_READ_URL refuses the connection: ${textOf(reason)}.`);
  onDown(reason);
}

async function failureToConnect(url: string): Promise<Error | undefined> {
  let client: pg.Client | undefined;
  try {
    // The constructor reads the files that the address names, such as `sslrootcert`.
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

/** For a host with several addresses, Node's error has a code and no message. */
function textOf(reason: Error): string {
  const { message, code, detail } = reason as NodeJS.ErrnoException & { detail?: string };
  const text = message || String(code);
  return detail === undefined ? text : `${text} (${detail})`;
}
