import { startApp, type TestApp } from '../../support/app.js';
import { axfrPeer, message, record, send, serving, soa, type Asked } from '../../support/axfr-peer.js';
import { refusal } from '../../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../../support/domains.js';
import { done, makeAccount, makeRestricted } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const REFUSED = refusal('remote_nameserver', 'Unable to perform zone transfer from this nameserver.');

/** Runs `test` while imports connect to a nameserver that answers like this. */
async function withPeer(answer: (asked: Asked) => void, test: () => Promise<void>, totalMs = 10_000) {
  const peer = await axfrPeer(answer);
  transferFrom(app, peer.port, { totalMs });
  try {
    await test();
  } finally {
    await peer.close();
  }
}

describe('POST /domains/import', () => {
  it('[Domains rule 2] [D-110] [D-111] imports a zone', async () => {
    const { client } = await makeAccount(app);
    const domain = nextDomain();
    const records = [
      record('NS', domain, 'ns1.example.net'),
      record('NS', domain, 'ns.elsewhere.example'),
      record('A', `www.${domain}`, '192.0.2.1', 0),
      record('TXT', domain, [Buffer.from('a"'), Buffer.from('b')]),
      record('HINFO', `www.${domain}`, { cpu: 'a', os: 'b' }),
      record('A', 'www.other.example', '192.0.2.1'),
    ];
    await withPeer(serving(records, { soa: { refresh: 3601 } }), async () => {
      const answer = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
      expect(answer).toMatchObject({ status: 200 });
      const { id } = answer.body;
      expect(answer.body).toMatchObject({
        domain,
        type: 'master',
        status: 'active',
        soa_email: 'dns.admin@elsewhere.example',
        refresh_sec: 7200,
        retry_sec: 3600,
        expire_sec: 1209600,
        ttl_sec: 0,
      });
      expect((await client.get(`/domains/${id}/records`)).body).toMatchObject({
        results: 3,
        data: [
          { type: 'NS', name: '', target: 'ns.elsewhere.example', ttl_sec: 3600 },
          { type: 'A', name: 'www', target: '192.0.2.1', ttl_sec: 300 },
          { type: 'TXT', name: '', target: 'a"b' },
        ],
      });
      const events = (await client.get('/account/events')).body;
      expect(events.results).toBe(1);
      expect(events.data[0]).toMatchObject({
        action: 'domain_import',
        entity: { id, label: domain, type: 'domain' },
        message:
          `Skipped: HINFO www.${domain} (type 13 is not supported), ` +
          'A www.other.example (the name is outside the domain). ' +
          'Kept NS records of the previous nameservers: ns.elsewhere.example',
      });
    });
  });

  it('[Domains rule 1] [D-104] [D-179] [D-218] takes 12,000 records and not one more', async () => {
    const { client } = await makeAccount(app);
    const domain = nextDomain();
    const hosts = Array.from({ length: 12_001 }, (_, i) => record('A', `h${i}.${domain}`, '192.0.2.1'));
    await withPeer(serving(hosts, { perMessage: 500 }), async () => {
      const answer = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
      const reason = 'You have reached the maximum of 12000 records for this domain.';
      expect(answer).toMatchObject({ status: 400, body: refusal('', reason) });
    });
    await withPeer(serving([...hosts, soa(`sub.${domain}`)], { perMessage: 500 }), async () => {
      const answer = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
      expect(answer).toMatchObject({ status: 400, body: REFUSED });
    });
    await withPeer(serving(hosts.slice(1), { perMessage: 500 }), async () => {
      const { body } = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
      const more = { type: 'A', name: 'more', target: '192.0.2.1' };
      expect(await client.post(`/domains/${body.id}/records`, more)).toMatchObject({
        status: 400,
        body: refusal('', 'You have reached the maximum of 12000 records for this domain.'),
      });
      const last = (await client.get(`/domains/${body.id}/records?page=120`)).body;
      expect(last).toMatchObject({ page: 120, pages: 120, results: 12_000 });
      expect(last.data.map(({ name }: { name: string }) => name)).toEqual(
        Array.from({ length: 100 }, (_, i) => `h${11_901 + i}`),
      );
      const clone = await client.post(`/domains/${body.id}/clone`, { domain: nextDomain() });
      expect((await client.get(`/domains/${clone.body.id}/records`)).body.results).toBe(12_000);
      expect((await client.post(`/domains/${clone.body.id}/records`, more)).status).toBe(400);
      expect((await client.get(`/domains/${clone.body.id}/zone-file`)).body.zone_file).toHaveLength(12_006);
    });
  });

  it('[D-111] leaves out the previous nameservers with skip_apex_ns', async () => {
    const { client } = await makeAccount(app);
    const domain = nextDomain();
    const records = [record('NS', domain, 'ns.elsewhere.example'), record('A', domain, '192.0.2.1')];
    await withPeer(serving(records), async () => {
      const body = { domain, remote_nameserver: '127.0.0.1', skip_apex_ns: true };
      const { id } = done(await client.post('/domains/import', body));
      const { data } = (await client.get(`/domains/${id}/records`)).body;
      expect(data).toMatchObject([{ type: 'A', name: '' }]);
    });
  });

  it('[D-193] takes a closing SOA whose names differ in case alone, as compression makes them', async () => {
    const { client } = await makeAccount(app);
    const domain = nextDomain();
    const closing = soa(domain, { mname: 'NS.elsewhere.EXAMPLE' });
    await withPeer(
      (asked) => send(asked, [soa(domain), record('A', domain, '192.0.2.1')], [closing]),
      async () => {
        done(await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }));
      },
    );
  });

  it('[D-110] checks names first: for a taken or invalid domain it opens no connection', async () => {
    const { client } = await makeAccount(app);
    const { domain } = await makeDomain(client);
    const peer = await axfrPeer(serving([]));
    transferFrom(app, peer.port);
    const existing = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
    expect(existing.body).toEqual(refusal('domain', 'Domain already exists.'));
    const none = await client.post('/domains/import', { domain: 'x', remote_nameserver: '127.0.0.1:53' });
    expect(none.body.errors).toEqual([
      { field: 'domain', reason: 'Domain is not valid.' },
      { field: 'remote_nameserver', reason: 'remote_nameserver is not valid' },
    ]);
    expect((await client.post('/domains/import')).body.errors).toEqual([
      { field: 'domain', reason: 'domain is required' },
      { field: 'remote_nameserver', reason: 'remote_nameserver is required' },
    ]);
    expect(peer.connections()).toBe(0);
    await peer.close();
  });

  it('[D-112] gives one reason for every failure, and imports nothing', async () => {
    const { client } = await makeAccount(app);
    const behaviours: [string, (asked: Asked) => void][] = [
      ['refused', ({ id, socket }) => socket.write(message(id, [], 5))],
      ['no end', (asked) => (send(asked, [soa(asked.name)]), asked.socket.end())],
      ['silence', () => undefined],
      ['no DNS', ({ socket }) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')],
    ];
    for (const [reason, answer] of behaviours) {
      const domain = nextDomain();
      await withPeer(
        answer,
        async () => {
          const refused = await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' });
          expect([reason, refused.status, refused.body]).toEqual([reason, 400, REFUSED]);
        },
        200,
      );
    }
    for (const remote_nameserver of ['10.0.0.1', '::1', 'no-such-host.invalid', '169.254.169.254']) {
      const body = { domain: nextDomain(), remote_nameserver };
      expect((await client.post('/domains/import', body)).body).toEqual(REFUSED);
    }
    expect((await client.get('/domains')).body.results).toBe(0);
    expect((await client.get('/account/events')).body.results).toBe(0);
  });

  it('[D-46] a restricted user needs add_domains, and may write the imported domain', async () => {
    const account = await makeAccount(app);
    const body = { domain: nextDomain(), remote_nameserver: '127.0.0.1' };
    const without = await makeRestricted(app, account);
    expect((await without.client.post('/domains/import', body)).status).toBe(403);
    const { client } = await makeRestricted(app, account, { global: { add_domains: true } });
    await withPeer(serving([]), async () => {
      const { body: made } = await client.post('/domains/import', body);
      expect((await client.delete(`/domains/${made.id}`)).status).toBe(200);
    });
  });
});
