import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { done } from '../support/makers.js';
import { runProgram } from '../support/processes.js';
import { startAnnouncing } from './announcing.js';
import type { Program } from './program.js';
import { startPowerDns, startSigner, startUnbound } from './programs.js';
import { found } from './signed-world.js';
import { SigningService } from './signing-service.js';
import { until } from './until.js';

const [PRIMARY, SIGNER, SECONDARY, VALIDATOR] = ['127.0.0.181', '127.0.0.184', '127.0.0.182', '127.0.0.183'];

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
let service: SigningService;
let database: TestDatabase;
let restored: TestApp;
let stopAnnouncing: () => Promise<void>;
let primary: Program;
let signer: Program;
let validator: Program;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY);
  database = await createEmptyDatabase();
}, 60_000);
afterAll(async () => {
  await Promise.all([primary, signer, validator].map((program) => program?.stop()));
  await stopAnnouncing?.();
  await restored?.close();
  await service?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

async function admin(command: string, databaseUrl: string): Promise<void> {
  const env = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    IMAGE_STORE: `file:${join(folder, 'images')}`,
  };
  const ended = await runProgram('admin', [command, '--folder', join(folder, 'backup')], env);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
}

/** The service, its primary and its signer end, and others begin on the restored database. The secondary goes on. */
async function replaceService(): Promise<Client> {
  await Promise.all([service.primary.end(), service.signer.end()]);
  await service.stopAnnouncing();
  restored = await startApp(service.settings, { databaseUrl: database.url, clock: service.app.clock });
  primary = await startPowerDns(PRIMARY, database.url);
  signer = await startSigner(SIGNER, database.url);
  stopAnnouncing = startAnnouncing(restored);
  return new Client(restored.url, service.client.token);
}

it('[D-244] [D-205] a restored domain has the same DS record, and secondaries follow it back', async () => {
  const { id, domain } = await service.makeZone([['A', 'www', '192.0.2.1']]);
  done(await service.client.post(`/domains/${id}/dnssec`));
  const shown = done(await service.client.get(`/domains/${id}/dnssec`));
  await service.followed(domain);
  const [key] = await service.primary.short(domain, 'DNSKEY');
  const trusted = [`${domain}. DNSKEY ${key}`];
  validator = await startUnbound(VALIDATOR, SECONDARY, { trusted, stub: domain });
  await admin('backup', service.app.databaseUrl);
  for (const name of ['lost', 'lost.too']) {
    const record = { type: 'A', name, target: '192.0.2.2' };
    done(await service.client.post(`/domains/${id}/records`, record));
  }
  const { domain: lost } = await service.makeZone([]);
  await service.followed(lost);
  await service.followed(domain);
  expect(await found(validator, `lost.${domain}`, 'A')).toBe('NOERROR secure');

  await admin('restore', database.url);
  const client = await replaceService();
  expect(done(await client.get(`/domains/${id}/dnssec`))).toEqual(shown);
  await until(async () => (await found(validator, `lost.${domain}`, 'A')) === 'NXDOMAIN secure');
  expect(await found(validator, `www.${domain}`, 'A')).toBe('NOERROR secure');
  done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'new', target: '192.0.2.3' }));
  await until(async () => (await found(validator, `new.${domain}`, 'A')) === 'NOERROR secure');
  await until(async () => (await service.secondary.status(lost, 'SOA')) === 'REFUSED');
}, 180_000);
