import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { startAnnouncing } from './announcing.js';
import type { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { secondarySettings, startSecondaries } from './secondaries.js';

const PRIMARY = '127.0.0.141';
const ADDRESSES = ['127.0.0.142', '127.0.0.143'] as const;
const SETTINGS = secondarySettings(ADDRESSES);

let app: TestApp;
let stopAnnouncing: (() => Promise<void>) | undefined;
let primary: Program;
let secondaries: Program[];
beforeAll(async () => {
  app = await startApp(SETTINGS);
  primary = await startPowerDns(PRIMARY, app.databaseUrl);
  secondaries = await startSecondaries(SETTINGS, PRIMARY);
}, 60_000);
afterAll(async () => {
  await Promise.all([primary, ...(secondaries ?? [])].map((program) => program?.stop()));
  await stopAnnouncing?.();
  await app.close();
});

it('[D-245] a change is pending until the secondaries are told, then live on all of them', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const changes = [{ create: { type: 'A', name: 'www', target: '192.0.2.1' } }];
  const change = done(await client.post(`/domains/${id}/changes`, { changes }));
  const nameservers = ADDRESSES.map((address) => ({ name: address, address, serial: null }));
  const path = `/domains/${id}/changes/${change.id}`;
  expect(done(await client.get(path))).toMatchObject({ status: 'pending', nameservers });
  stopAnnouncing = startAnnouncing(app);
  expect(done(await client.get(path, { Prefer: 'wait=30' }))).toMatchObject({
    status: 'live',
    nameservers: nameservers.map((nameserver) => ({ ...nameserver, serial: change.serial })),
  });
}, 60_000);
