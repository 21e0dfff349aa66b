import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

async function zoneOf(client: Client, id: number): Promise<string[]> {
  return done(await client.get(`/domains/${id}/zone-file`)).zone_file;
}

describe('GET /domains/{domainId}/zone-file', () => {
  it('[D-107] shows the lines of the zone', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [
      ['A', '', '203.0.113.10'],
      ['AAAA', 'www', '2001:db8::10', { ttl_sec: 3600 }],
      ['TXT', 'text', 'a "b"'],
    ]);
    const year = new Date(app.clock.milliseconds()).getUTCFullYear();
    const answer = await client.get(`/domains/${id}/zone-file`);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body).toEqual({
      zone_file: [
        `; ${domain} [${id}]`,
        `$ORIGIN ${domain}.`,
        '$TTL 86400',
        `@ IN SOA ns1.example.net. admin.example.com. ${year}000004 14400 14400 1209600 3600`,
        '@ IN NS ns1.example.net.',
        '@ IN NS ns2.example.net.',
        '@ IN A 203.0.113.10',
        'www 3600 IN AAAA 2001:db8::10',
        'text IN TXT "a \\"b\\""',
      ],
    });
  });

  it('[D-105] shows the last change every time', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    await zoneOf(client, id);
    const { id: recordId } = done(
      await client.post(`/domains/${id}/records`, { type: 'A', target: '192.0.2.1' }),
    );
    expect((await zoneOf(client, id)).at(-1)).toBe('@ IN A 192.0.2.1');
    await client.put(`/domains/${id}/records/${recordId}`, { target: '192.0.2.2' });
    expect((await zoneOf(client, id)).at(-1)).toBe('@ IN A 192.0.2.2');
    await client.put(`/domains/${id}`, { ttl_sec: 300 });
    expect((await zoneOf(client, id))[2]).toBe('$TTL 300');
    await client.delete(`/domains/${id}/records/${recordId}`);
    expect(await zoneOf(client, id)).toHaveLength(6);
  });

  it('[D-105] [Domain status] is empty for disabled domains and slaves', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    expect(await zoneOf(client, id)).toHaveLength(6);
    await client.put(`/domains/${id}`, { status: 'disabled' });
    expect(await zoneOf(client, id)).toEqual([]);
    await client.put(`/domains/${id}`, { status: 'active' });
    expect(await zoneOf(client, id)).toHaveLength(6);
    await client.put(`/domains/${id}`, { type: 'slave', master_ips: ['192.0.2.1'] });
    expect(await zoneOf(client, id)).toEqual([]);
  });

  it('[D-106] [D-192] the serial grows with every change, and only then', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const serial = async () => Number((await zoneOf(client, id))[3]!.split(' ')[5]);
    const first = await serial();
    await client.put(`/domains/${id}`);
    expect(await serial()).toBe(first);
    await client.put(`/domains/${id}`, { description: 'x' });
    expect(await serial()).toBe(first + 1);
    app.clock.forward(366 * 86400);
    const year = new Date(app.clock.milliseconds()).getUTCFullYear();
    await client.put(`/domains/${id}`, { description: 'y' });
    expect(await serial()).toBe(year * 1_000_000 + 1);
    app.clock.forward(-366 * 86400);
    await client.put(`/domains/${id}`, { description: 'z' });
    expect(await serial()).toBe(year * 1_000_000 + 2);
  });
});

describe('what PowerDNS reads', () => {
  it('[D-94] axfr_ips match IPv4 secondaries that are written as IPv6', async () => {
    const { client } = await makeAccount(app);
    const axfr_ips = ['::ffff:192.0.2.1', '::FFFF:c000:202', '2001:db8::1', '192.0.2.3'];
    const { id } = await makeDomain(client, [], { axfr_ips });
    const rows = await nameserverSql<{ content: string }>(
      `SELECT content FROM pdns.domainmetadata WHERE domain_id = $1 AND kind = 'ALLOW-AXFR-FROM'`,
      id,
    );
    const found = rows.map(({ content }) => content);
    expect(found).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1', '192.0.2.3']);
  });

  it.each([
    ['A', 12_000, true],
    ['A', 12_200, false],
    ['RRSIG', 12_200, true],
  ])('[D-104] a pulled slave zone has a bound: %s, %d records', async (type, count, accepted) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [], { type: 'slave', master_ips: ['192.0.2.1'] });
    const pulled = nameserverSql(
      `INSERT INTO pdns.transferred_records (account_id, domain_id, name, type, content, disabled, auth)
       SELECT (SELECT account_id FROM domains WHERE id = $1), $1, 'h' || n, '${type}', 'x', false, true FROM generate_series(1, ${count}) n`,
      id,
    );
    if (accepted) await pulled;
    else await expect(pulled).rejects.toThrow('too many records');
  });
});

async function nameserverSql<Row extends object>(text: string, id: number): Promise<Row[]> {
  const database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  try {
    return (await database.query<Row>(text, [id])).rows;
  } finally {
    await database.end();
  }
}

it('[D-294] the zone file of a version leaves out a long text as that of the domain does, also one of an earlier release', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client, [['TXT', 'long', 'x'.repeat(65_000)]]);
  await query(app, `UPDATE records SET rdata = '"x"' WHERE domain_id = $1`, [id]);
  const file = done(await client.get(`/domains/${id}/zone-file`)).zone_file;
  expect(file.at(-1)).toMatch(/left out: too long$/);
  expect(done(await client.get(`/domains/${id}/versions/2/zone-file`)).zone_file).toEqual(file);
});
