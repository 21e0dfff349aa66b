import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, serving } from '../../support/axfr-peer.js';
import { platform, refusal, type Answer, type Client } from '../../support/client.js';
import { makeDomain, transferFrom } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const SETTINGS = {
  CATALOG_ZONE: 'catalog.ops.test',
  SECONDARIES: '127.0.0.9',
  TSIG_KEY: `hmac-sha256:secondaries.test:${Buffer.alloc(32, 5).toString('base64')}`,
};
const NOT_AVAILABLE = refusal('domain', 'Domain is not available.');
const IN_THE_WAY = [
  'catalog.ops.test',
  '0.catalog.ops.test',
  'f.catalog.ops.test',
  'zones.0.catalog.ops.test',
  'version.0.catalog.ops.test',
  'beside.catalog.ops.test',
  'ops.test',
];

let app: TestApp;
beforeAll(async () => (app = await startApp(SETTINGS)));
afterAll(() => app.close());

function create(client: Client, domain: string): Promise<Answer> {
  return client.post('/domains', { domain, type: 'master', soa_email: 'admin@example.com' });
}

/** Every way to get a name. */
async function waysToGet(client: Client, domain: string): Promise<Answer[]> {
  const { id } = await makeDomain(client);
  const peer = await axfrPeer(serving([]));
  transferFrom(app, peer.port);
  const answers = [
    await create(client, domain),
    await client.post('/domains', { domain, type: 'slave', master_ips: ['192.0.2.1'] }),
    await client.post(`/domains/${id}/clone`, { domain }),
    await client.put(`/domains/${id}`, { domain }),
    await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
    await client.post('/domains/claims', { domain }),
  ];
  await peer.close();
  return answers;
}

describe('[D-288] names at, below and above CATALOG_ZONE', () => {
  it.each(IN_THE_WAY)('%s is no customer’s, in no way, and no holder’s', async (domain) => {
    const { id, client } = await makeAccount(app);
    const held = await platform(app).put(`/domains/${domain}/holder`, { account_id: id });
    expect([held.status, held.body]).toEqual([400, NOT_AVAILABLE]);
    await query(app, 'INSERT INTO domain_holders VALUES ($1, $2, now()) ON CONFLICT DO NOTHING', [
      domain,
      id,
    ]);
    const answers = await waysToGet(client, domain.toUpperCase());
    await query(app, 'DELETE FROM domain_holders');
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [400, NOT_AVAILABLE]),
    );
  });

  it.each(['other.ops.test', 'xcatalog.ops.test', 'catalog.test'])('%s is beside them', async (domain) => {
    const { client } = await makeAccount(app);
    expect((await create(client, domain)).status).toBe(200);
  });
});

describe('[D-288] what PowerDNS reads by name', () => {
  /** PowerDNS's own queries (gpgsql), for each name in and around a catalog. */
  const QUERIES = [
    'SELECT id, name, master, last_check, notified_serial, type, account FROM pdns.domains WHERE name = $1',
    `SELECT content, ttl, prio, type, domain_id, disabled::int, name, auth::int FROM pdns.records
       WHERE disabled = false AND type = 'SOA' AND name = $1`,
    `SELECT content, ttl, prio, type, domain_id, disabled::int, name, auth::int FROM pdns.records
       WHERE disabled = false AND type IS NOT NULL AND name = $1`,
    `SELECT kind, content FROM pdns.domains d, pdns.domainmetadata m WHERE m.domain_id = d.id AND d.name = $1`,
    `SELECT k.id, flags, active, published, k.content FROM pdns.domains d, pdns.cryptokeys k
       WHERE k.domain_id = d.id AND d.name = $1`,
    'SELECT name, master FROM pdns.slaves WHERE name = $1',
  ];
  const NAMES = [...IN_THE_WAY, 'a.zones.0.catalog.ops.test', '0.catalog.ops.test.ops.test'];

  async function read(): Promise<object[]> {
    const found: object[] = [];
    for (const name of NAMES)
      for (const text of QUERIES)
        found.push({ name, text, rows: await query(app, `${text} ORDER BY 1`, [name]) });
    return found;
  }

  it.each([
    ['master', IN_THE_WAY],
    ['slave', IN_THE_WAY],
  ])('is the same when a customer has a %s there all the same', async (type, domains) => {
    const { id: accountId, client } = await makeAccount(app);
    const before = await read();
    expect(before.flatMap((found) => (found as { rows: object[] }).rows).length).toBeGreaterThan(5);
    for (const domain of domains) {
      const made = await makeDomain(client, [], {
        axfr_ips: ['192.0.2.66'],
        master_ips: ['192.0.2.1'],
        type,
      });
      done(await client.post(`/domains/${made.id}/records`, { type: 'TXT', name: '', target: 'apex' }));
      for (const name of ['0', '0.catalog', 'version', 'zones', 'a'])
        done(await client.post(`/domains/${made.id}/records`, { type: 'TXT', name, target: 'mine' }));
      if (type === 'master') done(await client.post(`/domains/${made.id}/dnssec`));
      await query(app, 'UPDATE domains SET domain = $2 WHERE id = $1', [made.id, domain]);
      await query(
        app,
        `UPDATE records SET fqdn = CASE name WHEN '' THEN $2 ELSE name || '.' || $2 END WHERE domain_id = $1`,
        [made.id, domain],
      );
    }
    // Members of the customer's names come and go with them; nothing else may.
    expect(await read()).toEqual(before);
    await query(app, 'DELETE FROM domains WHERE account_id = $1', [accountId]);
  });

  it('has names of members that can’t be guessed', async () => {
    const { client } = await makeAccount(app);
    const { domain } = await makeDomain(client);
    const rows = await query(app, 'SELECT fqdn FROM pdns.catalog_members WHERE domain = $1', [domain]);
    expect(rows).toMatchObject([
      { fqdn: expect.stringMatching(/^[0-9a-f]{32}\.zones\.[0-9a-f]\.catalog\.ops\.test$/) },
    ]);
  });
});

describe('[D-288] a domain in the way of CATALOG_ZONE', () => {
  it.each(['way.test', 'a.way.test', 'b.c.0.way.test'])('%s stops the start and is named', async (domain) => {
    const former = await startApp();
    const { client } = await makeAccount(former);
    done(await create(client, domain));
    const zone = domain === 'a.way.test' ? 'catalog.a.way.test' : 'way.test';
    await expect(startApp({ ...SETTINGS, CATALOG_ZONE: zone }, former)).rejects.toThrow(
      `the domain ${domain} of a customer is at, above or below CATALOG_ZONE (${zone}): ` +
        'delete the domain, or choose another CATALOG_ZONE.',
    );
    expect(await query(former, 'SELECT FROM pdns.catalogs')).toEqual([]);
    const other = await startApp({ ...SETTINGS, CATALOG_ZONE: 'catalog.invalid' }, former);
    await other.close();
    await former.close();
  });

  it('is not one beside it', async () => {
    const former = await startApp();
    const { client } = await makeAccount(former);
    done(await create(client, 'other.test'));
    const other = await startApp({ ...SETTINGS, CATALOG_ZONE: 'catalog.test' }, former);
    await other.close();
    await former.close();
  });

  it('is refused by a replica without the setting CATALOG_ZONE', async () => {
    const former = await startApp();
    const other = await startApp({ ...SETTINGS, CATALOG_ZONE: 'later.test' }, former);
    const { client } = await makeAccount(former);
    expect((await create(client, '0.later.test')).body).toEqual(NOT_AVAILABLE);
    await other.close();
    await former.close();
  });
});
