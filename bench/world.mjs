import pg from 'pg';
import { PLATFORM_TOKEN } from './servers.mjs';

/**
 * The data of the rows: accounts with tokens, created through the service, and the database for
 * bulk data.
 */
export async function makeWorld(databaseUrl, service) {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const call = async (method, path, token, body) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  let accounts = 0;
  const makeAccount = () => {
    const username = `bench-${++accounts}`;
    const user = { username, email: 'bench@example.com', password: 'a password for the bench' };
    const body = { company: 'Bench', email: 'bench@example.com', user };
    return call('POST', '/platform/v1/accounts', PLATFORM_TOKEN, body);
  };
  const made = new Map();
  /** Creates data that several rows or runs share, on first use. */
  const once = (name, make) => {
    if (!made.has(name)) made.set(name, make());
    return made.get(name);
  };
  const close = () => database.end();
  return {
    database,
    call,
    makeAccount,
    once,
    close,
    reader: await makeAccount(),
    writer: await makeAccount(),
  };
}
