import { migrate } from '../../src/database/migrations/migrate.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { TestClock } from '../support/test-clock.js';
import { startAnnouncing } from './announcing.js';
import { startLoad } from './dns-load.js';
import type { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { secondarySettings, startSecondaries } from './secondaries.js';
import { until } from './until.js';

const PRIMARY = '127.0.0.121';
const ADDRESSES = ['127.0.0.122', '127.0.0.123'] as const;
const SETTINGS = secondarySettings(ADDRESSES);
const PER_SECOND = Number(process.env.OUTAGE_QUERIES ?? 300);
const SECONDS = Number(process.env.OUTAGE_SECONDS ?? 10);
const DOMAINS = 20;

let dataDir: string;
let postgres: EmbeddedPostgres;
let app: TestApp;
let stopAnnouncing: () => Promise<void>;
let primary: Program;
let secondaries: Program[];
let client: Client;
beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  app = await startReplica();
  primary = await startPowerDns(PRIMARY, postgres.url);
  secondaries = await startSecondaries(SETTINGS, PRIMARY);
  ({ client } = await makeAccount(app));
}, 120_000);
afterAll(async () => {
  await Promise.all([primary, ...(secondaries ?? [])].map((program) => program?.stop()));
  await stopAnnouncing();
  await app.close();
  await postgres.stop();
  await removeTemporaryFolder(dataDir);
});

it(
  `[D-246] every query is answered for ${SECONDS} s without the database and all replicas, and then all goes on by itself`,
  async () => {
    const expected = new Map<string, string>();
    for (let number = 0; number < DOMAINS; number++) {
      const { domain } = await makeDomain(client, [['A', 'www', `192.0.2.${number}`]]);
      expected.set(`www.${domain}`, `192.0.2.${number}`);
    }
    for (const [name, address] of expected) await allAnswer(name, address);
    const load = startLoad(ADDRESSES, expected, PER_SECOND);

    const last = await makeDomain(client, [['A', '', '192.0.2.100']]);
    await stopAnnouncing();
    await app.close();
    await postgres.stop();
    await secondaries[0]!.short(last.domain, 'A');
    await load.sent(PER_SECOND * SECONDS);
    expect(await primary.status(last.domain, 'A')).not.toBe('NOERROR');
    postgres = await startEmbeddedPostgres({ dataDir });
    app = await startReplica();

    await allAnswer(last.domain, '192.0.2.100');
    const { id, domain } = await makeDomain(new Client(app.url, client.token));
    done(
      await new Client(app.url, client.token).post(`/domains/${id}/records`, {
        type: 'A',
        target: '192.0.2.101',
      }),
    );
    await allAnswer(domain, '192.0.2.101');
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThanOrEqual(PER_SECOND * SECONDS);
  },
  60_000 + (SECONDS + 120) * 1000,
);

async function startReplica(): Promise<TestApp> {
  const replica = await startApp(SETTINGS, { databaseUrl: postgres.url, clock: new TestClock() });
  stopAnnouncing = startAnnouncing(replica);
  return replica;
}

async function allAnswer(name: string, address: string): Promise<void> {
  for (const secondary of secondaries) {
    await until(async () => (await secondary.short(name, 'A')).join() === address);
  }
}
