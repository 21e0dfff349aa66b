import type { Type } from '@nestjs/common';
import pg from 'pg';
import { NameserversService } from '../../src/domain/nameservers/nameservers.service.js';
import { DnssecStepsService } from '../../src/domain/dnssec/dnssec-steps.service.js';
import { CatalogsRepository } from '../../src/domain/nameservers/secondaries/catalogs.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { lockIsAwaited, query } from '../support/sql.js';

const SETTINGS = {
  CATALOG_ZONE: 'catalog.invalid',
  SECONDARIES: '127.0.0.1:9',
  DATABASE_LOCK_TIMEOUT_SECONDS: '1',
  TSIG_KEY: `hmac-sha256:key.example:${Buffer.alloc(32, 5).toString('base64')}`,
};

let app: TestApp;
let busy: TestAccount;
let other: TestAccount;
let before: number;
let held: number;
let after: number;
let blocker: pg.Client;
beforeEach(async () => {
  app = await startApp(SETTINGS);
  busy = await makeAccount(app);
  other = await makeAccount(app);
  before = (await makeDomain(other.client)).id as number;
  held = (await makeDomain(busy.client)).id as number;
  after = (await makeDomain(other.client)).id as number;
  await get(NameserversService).raiseSerials();
  blocker = new pg.Client(app.databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [held]);
}, 60_000);
afterEach(async () => {
  await blocker.end();
  await app.close();
});

const get = <Service>(type: Type<Service>) => app.app.get(type, { strict: false });
const addRecord = (id: number) =>
  other.client.post(`/domains/${id}/records`, { type: 'A', name: 'www', target: '192.0.2.1' });

/** Changes the domains around the held row while a job waits for it. */
async function changeOthers(): Promise<void> {
  await lockIsAwaited(app);
  done(await addRecord(before));
  done(await addRecord(after));
}

async function serials(): Promise<number[]> {
  const rows = await query(app, 'SELECT serial FROM domains ORDER BY id');
  return rows.map(({ serial }) => Number(serial));
}

describe('[D-284] a job that waits for the row of a domain lets other domains change', () => {
  it('when it raises all serials', async () => {
    const [first = 0, second = 0, third = 0] = await serials();
    await query(app, 'UPDATE pdns.zone_form SET raised_to = 0');
    const raised = get(NameserversService).raiseSerials();
    await changeOthers();
    await blocker.query('ROLLBACK');
    expect(await raised).toBe(3);
    expect(await serials()).toEqual([first + 2, second + 1, third + 2]);
  });

  it('when it fills the catalogs', async () => {
    await query(app, 'DELETE FROM pdns.catalog_members');
    const listed = get(CatalogsRepository).fill();
    await changeOthers();
    await blocker.query('ROLLBACK');
    expect(await listed).toBe(3);
  });
});

it('fills catalogs without a lock on the domains that they list', async () => {
  expect(await get(CatalogsRepository).fill()).toBe(0);
});

it('[D-285] checks the signed zones of all accounts although one cannot be locked', async () => {
  await blocker.query('ROLLBACK');
  done(await busy.client.post(`/domains/${held}/dnssec`));
  // More than one batch.
  for (let count = 0; count < 9; count++) {
    const { id } = await makeDomain(other.client);
    done(await other.client.post(`/domains/${id as number}/dnssec`));
  }
  app.clock.forward(30 * 3600);
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [held]);
  await expect(get(DnssecStepsService).checkDue()).rejects.toThrow('temporarily unavailable');
  expect(await query(app, `SELECT FROM pdns.signed_zones WHERE status = 'signed'`)).toHaveLength(9);
});
