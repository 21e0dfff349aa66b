import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { migrationsFolder } from '../../src/database/migrations/migration-files.js';
import { Jobs } from '../../src/schedule/jobs.js';
import { startApp, type TestApp } from '../support/app.js';
import { secondarySettings } from '../dns/secondaries.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { makeDomain } from '../support/domains.js';
import { makeAccount, makeVpc } from '../support/makers.js';
import { query } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

describe('[D-223] a role that only migrates', () => {
  const role = `service_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  let owner: pg.Client;
  let app: TestApp;
  let folder: string;
  let serviceUrl: string;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    owner = new pg.Client(database.url);
    await owner.connect();
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'word'`);
    serviceUrl = Object.assign(new URL(database.url), { username: role, password: 'word' }).href;
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const file of readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')))
      symlinkSync(join(migrationsFolder, file), join(folder, file));
    await migrate(database.url, { folder, serviceUrl });
    app = await startApp({}, { databaseUrl: serviceUrl, clock: new TestClock() });
  });
  afterAll(async () => {
    await app.close();
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await owner.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('grants what the service needs, so that the service works', async () => {
    const { client } = await makeAccount(app);
    const vpc = await makeVpc(client, { subnets: 1 });
    const domain = await makeDomain(client);
    const record = await client.post(`/domains/${domain.id}/records`, {
      type: 'A',
      name: 'www',
      target: '192.0.2.1',
    });
    expect(record.status).toBe(200);
    expect((await client.post(`/domains/${domain.id}/dnssec`)).status).toBe(200);
    expect((await client.get(`/domains/${domain.id}/dnssec`)).body.status).toBe('preparing');
    expect((await client.get('/account/events')).status).toBe(200);
    for (const job of app.app.get(Jobs).all()) await job.run();
    expect((await client.delete(`/vpcs/${vpc.id}`)).status).toBe(200);
    expect((await client.delete(`/domains/${domain.id}`)).status).toBe(200);
  });

  it('[D-244] leaves the owner of the tables its rights when both addresses have its role', async () => {
    const own = await makeOwnDatabase();
    await migrate(own.ownUrl);
    // As releases before this one left it.
    await query({ databaseUrl: own.url }, `REVOKE ALL ON pdns.zone_keys, pdns.cryptokeys FROM ${role}`);
    await migrate(own.ownUrl, { serviceUrl: own.ownUrl });
    const keys = await query({ databaseUrl: own.ownUrl }, 'SELECT content FROM pdns.cryptokeys').catch(
      String,
    );
    await own.drop();
    expect(keys).toEqual([]);
  });

  it('[D-244] grants the role that has owned the tables before what signing needs', async () => {
    const { ownUrl, ...former } = await makeOwnDatabase();
    await migrate(ownUrl);
    await query({ databaseUrl: former.url }, `REASSIGN OWNED BY ${role} TO CURRENT_USER`);
    await migrate(former.url, { serviceUrl: ownUrl });
    const service = await startApp({}, { databaseUrl: ownUrl, clock: new TestClock() });
    const { client } = await makeAccount(service);
    const domain = await makeDomain(client);
    const { status } = await client.post(`/domains/${domain.id}/dnssec`);
    await service.close();
    await former.drop();
    expect(status).toBe(200);
  });

  it('[D-223] takes an owner whose name has capital letters', async () => {
    const { ownUrl, ...own } = await makeOwnDatabase();
    const { pathname } = new URL(ownUrl);
    const name = `Owner_${randomBytes(6).toString('hex')}`;
    await owner.query(
      `CREATE ROLE "${name}" LOGIN PASSWORD 'word'; ALTER DATABASE ${pathname.slice(1)} OWNER TO "${name}"`,
    );
    await migrate(Object.assign(new URL(ownUrl), { username: name }).href, { serviceUrl: ownUrl });
    const rows = await query({ databaseUrl: ownUrl }, 'SELECT FROM users');
    await own.drop();
    await owner.query(`DROP ROLE "${name}"`);
    expect(rows).toEqual([]);
  });

  it('[D-246] lets the service start with another catalog zone, and without one', async () => {
    for (const settings of [secondarySettings(['127.0.0.1']), {}]) {
      const other = await startApp(settings, { databaseUrl: serviceUrl, clock: new TestClock() });
      await other.close();
    }
  });

  it.each([
    'CREATE TABLE notes (id integer)',
    'CREATE SCHEMA notes',
    'ALTER TABLE vpcs ADD note text',
    'DROP TABLE events',
    'TRUNCATE events',
    'CREATE INDEX notes_idx ON vpcs (label)',
    'DROP VIEW pdns.soa',
    'CREATE OR REPLACE FUNCTION public.later_serial(a bigint, b bigint) RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$',
    'ALTER TABLE events DISABLE TRIGGER ALL',
    'DROP TABLE events_first',
    'ALTER TABLE events DETACH PARTITION events_default',
    'CREATE TABLE events_mine PARTITION OF events FOR VALUES FROM (now()) TO (now())',
    'SELECT private_key FROM pdns.zone_keys',
    'UPDATE pdns.zone_keys SET private_key = public_key',
    'SELECT content FROM pdns.cryptokeys',
  ])('leaves the service no right to %s', async (statement) => {
    const service = new pg.Client(serviceUrl);
    await service.connect();
    await expect(service.query(statement)).rejects.toThrow(/^(permission denied|must be owner)/);
    await service.end();
  });

  it('[D-226] [D-246] lets the service make and drop partitions and clear catalogs by functions of the migrating role, which nobody else may call', async () => {
    const { rows } = await owner.query<{ execute: string }>(
      `SELECT coalesce(string_agg(DISTINCT grantee::regrole::text, ' ' ORDER BY grantee::regrole::text), '') AS execute
       FROM pg_proc, aclexplode(proacl) WHERE proname IN ('make_partitions', 'drop_partition', 'clear_catalogs') AND grantee <> proowner`,
    );
    expect(rows).toEqual([{ execute: role }]);
    const service = new pg.Client(serviceUrl);
    await service.connect();
    const count = async () =>
      (await service.query<{ count: string }>(`SELECT count(*) FROM partitions_of('events')`)).rows[0]!.count;
    const before = Number(await count());
    await service.query(`SELECT make_partitions('events', now(), 400)`);
    expect(Number(await count())).toBe(before + 2);
    await service.query(`SELECT drop_partition('events', now() + interval '60 days')`);
    expect(Number(await count())).toBe(before + 1);
    await expect(service.query(`SELECT make_partitions('users', now(), 400)`)).resolves.toMatchObject({
      rows: [{ make_partitions: 0 }],
    });
    await service.end();
  });

  it('grants what a migration creates in the transaction that creates it, and needs no second start', async () => {
    writeFileSync(
      join(folder, '9998-notes.up.sql'),
      'CREATE SCHEMA notes; CREATE TABLE notes.notes (id bigint GENERATED ALWAYS AS IDENTITY, text text);',
    );
    writeFileSync(join(folder, '9999-fails.up.sql'), 'SELECT 1 / 0;');
    await expect(migrate(database.url, { folder, serviceUrl })).rejects.toThrow('9999-fails');
    const service = new pg.Client(serviceUrl);
    await service.connect();
    const { rows } = await service.query("INSERT INTO notes.notes (text) VALUES ('a') RETURNING id");
    expect(rows).toEqual([{ id: '1' }]);
    await service.end();
  });

  /** A database that the role of the service owns. */
  async function makeOwnDatabase(): Promise<TestDatabase & { ownUrl: string }> {
    const made = await createEmptyDatabase();
    const ownUrl = Object.assign(new URL(made.url), { username: role, password: 'word' });
    await owner.query(`ALTER DATABASE ${ownUrl.pathname.slice(1)} OWNER TO ${role}`);
    return { ...made, ownUrl: ownUrl.href };
  }
});
