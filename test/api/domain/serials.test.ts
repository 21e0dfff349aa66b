import pg from 'pg';
import { isLater } from '../../../src/domain/serial.rules.js';
import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, serving } from '../../support/axfr-peer.js';
import type { Client } from '../../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

async function serialOf(client: Client, id: number): Promise<number> {
  const { zone_file } = done(await client.get(`/domains/${id}/zone-file`));
  return Number(zone_file[3].split(' ')[5]);
}

const first = () => new Date(app.clock.milliseconds()).getUTCFullYear() * 1_000_000 + 1;

async function create(client: Client, domain: string): Promise<number> {
  const body = { domain, type: 'master', soa_email: 'admin@example.com' };
  return done(await client.post('/domains', body)).id;
}

async function importWith(client: Client, domain: string, serial: number): Promise<number> {
  const peer = await axfrPeer(serving([], { soa: { serial } }));
  transferFrom(app, peer.port);
  const { id } = done(await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }));
  await peer.close();
  return id;
}

describe('[D-205] the serial of a name never goes backwards', () => {
  it('when the domain is deleted and created again, even by another account', async () => {
    const [{ client }, { client: other }] = [await makeAccount(app), await makeAccount(app)];
    const { id, domain } = await makeDomain(client, [
      ['A', '', '192.0.2.1'],
      ['A', 'www', '192.0.2.1'],
    ]);
    const last = await serialOf(client, id);
    expect(last).toBe(first() + 2);
    await client.delete(`/domains/${id}`);
    expect(await serialOf(other, await create(other, domain))).toBe(last + 1);
  });

  it('when it is renamed and renamed back', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    const last = await serialOf(client, id);
    await client.put(`/domains/${id}`, { domain: nextDomain() });
    expect(await serialOf(client, id)).toBe(first());
    await client.put(`/domains/${id}`, { domain });
    expect(await serialOf(client, id)).toBe(last + 1);
  });

  it('and the zone file follows a rename to a serial that the zone had before', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    await serialOf(client, id);
    const domain = nextDomain();
    await client.put(`/domains/${id}`, { domain });
    const { zone_file } = done(await client.get(`/domains/${id}/zone-file`));
    expect(zone_file[1]).toBe(`$ORIGIN ${domain}.`);
  });

  it('when it is cloned or imported under the name', async () => {
    const { client } = await makeAccount(app);
    const source = await makeDomain(client);
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    const last = await serialOf(client, id);
    await client.delete(`/domains/${id}`);
    const clone = done(await client.post(`/domains/${source.id}/clone`, { domain }));
    expect(await serialOf(client, clone.id)).toBe(last + 1);
    await client.delete(`/domains/${clone.id}`);
    expect(await serialOf(client, await importWith(client, domain, 7))).toBe(last + 2);
  });

  it.each([
    ['an early one', 7, 0],
    ['a later one', 3_000_000_000, 3_000_000_001],
    ['one that a step of 2^31 makes earlier', 4_294_967_295, 0],
  ])('an import continues from its SOA: %s', async (_reason, serial, expected) => {
    const { client } = await makeAccount(app);
    const id = await importWith(client, nextDomain(), serial);
    expect(await serialOf(client, id)).toBe(expected || first());
  });

  it('after 4294967295 comes a later serial that is not 0', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    await sql('UPDATE domains SET serial = 4294967295 WHERE id = $1', id);
    await client.post(`/domains/${id}/records`, { type: 'A', target: '192.0.2.1' });
    expect(await serialOf(client, id)).toBe(first());
  });

  it('a slave whose nameservers pulled a zone continues from its serial as a master', async () => {
    const { client } = await makeAccount(app);
    const extra = { type: 'slave', master_ips: ['192.0.2.1'] };
    const { id, domain } = await makeDomain(client, [], extra);
    await sql(
      `INSERT INTO pdns.transferred_records (account_id, domain_id, name, type, content, ttl, disabled, auth)
       VALUES ((SELECT account_id FROM domains WHERE id = $1), $1, 'a', 'SOA', 'ns1.elsewhere.example. a.elsewhere.example. 2900000000 1 1 1 1', 1, false, true)`,
      id,
    );
    await client.put(`/domains/${id}`, { type: 'master', soa_email: 'a@example.com' });
    expect(await serialOf(client, id)).toBe(2_900_000_001);
    await client.delete(`/domains/${id}`);
    expect(await serialOf(client, await create(client, domain))).toBe(2_900_000_002);
  });

  it.each([
    ['the year before', () => first() - 1_000_000 + 8],
    ['the end of all serials', () => 4_294_967_295],
  ])('a restore of a backup from %s goes on after a change that is lost', async (_when, backedUp) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    await sql(`UPDATE domains SET serial = ${backedUp()} WHERE id = $1`, id);
    await client.post(`/domains/${id}/records`, { type: 'A', target: '192.0.2.1' });
    const lost = await serialOf(client, id);
    expect(lost).toBe(first());
    await sql(`UPDATE domains SET serial = ${backedUp()} WHERE id = $1`, id);
    await query(app, 'SELECT skip_serials()');
    expect(isLater(await serialOf(client, id), lost)).toBe(true);
  });
});

async function sql(text: string, id: number): Promise<void> {
  const database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  await database.query(text, [id]);
  await database.end();
}
