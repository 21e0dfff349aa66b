import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, record, serving, type AxfrPeer } from '../../support/axfr-peer.js';
import type { Client } from '../../support/client.js';
import { createTestDatabase } from '../../support/database.js';
import { transferFrom } from '../../support/domains.js';
import { makeAccount, makeRestricted, type TestAccount } from '../../support/makers.js';
import { TestClock } from '../../support/test-clock.js';
import { TextMessageReceiver } from '../../support/text-message-receiver.js';
import { PostgresFaultProxy } from './postgres-fault-proxy.js';

/** The service, connected to its database through a proxy that makes statements fail. */
export interface FaultyService {
  readonly app: TestApp;
  readonly proxy: PostgresFaultProxy;
  /** A direct connection of the test. */
  readonly database: pg.Client;
  readonly account: TestAccount;
  /** A restricted user of the account who may add everything. */
  readonly restricted: Client;
  readonly messages: TextMessageReceiver;
  readonly diskFolder: string;
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

/** Short time-outs, so that a stalled statement does not hold up the test. */
const TIMEOUTS = {
  DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  DATABASE_LOCK_TIMEOUT_SECONDS: '1',
  DATABASE_WAIT_TIMEOUT_SECONDS: '2',
};

export async function startFaultyService(): Promise<FaultyService> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const [store, diskFolder] = [join(folder, 'store'), join(folder, 'disks')];
  await Promise.all([join(store, 'images'), diskFolder].map((one) => mkdir(one, { recursive: true })));
  const own = await createTestDatabase();
  const proxy = await PostgresFaultProxy.start(own.url);
  const messages = await TextMessageReceiver.start();
  const env = { ...TIMEOUTS, DATABASE_POOL: '4', SMS_WEBHOOK_URL: messages.url };
  const app = await startApp(
    { ...env, IMAGE_STORE: `file:${store}`, DISK_DIR: diskFolder },
    { databaseUrl: proxy.url, clock: new TestClock() },
  );
  const database = new pg.Client({ connectionString: own.url });
  await database.connect();
  await keepIdsApart(database);
  const peer = await serveZones();
  transferFrom(app, peer.port);
  const account = await makeAccount(app);
  const adds = { add_vpcs: true, add_domains: true, add_images: true };
  const { client: restricted } = await makeRestricted(app, account, { global: adds });
  return {
    app,
    proxy,
    database,
    account,
    restricted,
    messages,
    diskFolder,
    stored: () => readdir(join(store, 'images')),
    async close() {
      await app.close();
      await Promise.all([proxy.close(), peer.close(), messages.stop(), database.end()]);
      await own.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** No id of one table is one of another's, so that it shows what a number refers to. */
async function keepIdsApart(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE data_type = 'bigint'::regtype`,
  );
  for (const [place, { name }] of rows.entries()) {
    await database.query('SELECT setval($1, $2)', [name, (place + 1) * 1e9]);
  }
}

/** A nameserver where every zone that is asked for has twenty records. */
function serveZones(): Promise<AxfrPeer> {
  return axfrPeer((asked) =>
    serving(Array.from({ length: 20 }, (_, host) => record('A', `h${host}.${asked.name}`, '192.0.2.1')))(
      asked,
    ),
  );
}
