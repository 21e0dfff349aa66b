import type { Answer } from 'dns-packet';
import { DnssecStepsService } from '../../../src/domain/dnssec/dnssec-steps.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { NOT_FOUND, refusal, UNAUTHORIZED, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount, makeRestricted, type TestAccount } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
import {
  claimsAsk,
  fakeRegistry,
  NXDOMAIN,
  soaOf,
  zoneWith,
  type FakeRegistry,
} from '../../support/registry.js';
import { query } from '../../support/sql.js';
import { sendZoneText } from '../../support/zone-text.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const AUTHORITATIVE = 0x0400;
const NONE_ABOVE = refusal('', 'There is no domain of yours above this one.');
const NOT_READY = refusal('', 'No key of this domain is ready.');

interface Row {
  readonly type: string;
  readonly name: string;
  readonly target: string;
}

let app: TestApp;
let registry: FakeRegistry;
let account: TestAccount;
let client: Client;
/** The DS records that the nameservers of the parent zones serve, by their names. */
const served = new Map<string, readonly Answer[]>();
beforeAll(async () => {
  app = await startApp();
  const zone = zoneWith('example.com', new Map());
  registry = await fakeRegistry((question) => {
    if (question.recursive || question.type !== 'DS') return zone(question);
    const answers = served.get(question.name);
    if (answers) return { flags: AUTHORITATIVE, answers: [...answers] };
    return { flags: AUTHORITATIVE | NXDOMAIN, authorities: [soaOf('example.com')] };
  });
  claimsAsk(app, registry.port);
  account = await makeAccount(app);
  ({ client } = account);
});
afterAll(async () => {
  await registry.close();
  await app.close();
});

/** Lets the nameservers have what the service has. */
async function serve(): Promise<void> {
  served.clear();
  for (const { fqdn, rdata } of await query(app, "SELECT fqdn, rdata FROM records WHERE type = 'DS'")) {
    const [tag, algorithm, digestType, digest] = (rdata as string).split(' ');
    const numbers = { keyTag: Number(tag), algorithm: Number(algorithm), digestType: Number(digestType) };
    const data = { ...numbers, digest: Buffer.from(digest!, 'hex') };
    const name = fqdn as string;
    const answer = { type: 'DS', class: 'IN', name, ttl: DAY_SECONDS, data } as unknown as Answer;
    served.set(name, [...(served.get(name) ?? []), answer]);
  }
}

/** What the job does after some time. */
async function after(seconds: number, id: number) {
  await serve();
  app.clock.forward(seconds);
  await app.app.get(DnssecStepsService).checkDue();
  return done(await client.get(`/domains/${id}/dnssec`));
}

/** A domain, and a signed one below it; their ids. */
async function family(records: Parameters<typeof makeDomain>[1] = []) {
  const parent = await makeDomain(client, records);
  const body = { domain: `dev.${parent.domain}`, type: 'master', soa_email: 'a@example.com' };
  const child = done(await client.post('/domains', body));
  done(await client.post(`/domains/${child.id}/dnssec`));
  await after(25 * HOUR_SECONDS, child.id);
  return { parent: parent.id as number, child: child.id as number, domain: child.domain as string };
}

function delegate(id: number, by = client, headers = {}) {
  return by.post(`/domains/${id}/dnssec/delegate`, {}, headers);
}

/** The NS and DS records named `dev`, each as `type target`. */
async function delegation(id: number): Promise<string[]> {
  const { data } = done(await client.filter(`/domains/${id}/records`, { name: 'dev' }));
  return (data as Row[]).map(({ type, target }) => `${type} ${target}`).sort();
}

/** The DS records that the API shows, as the parent has them. */
async function shownDs(id: number): Promise<string[]> {
  const { ds_records: records } = done(await client.get(`/domains/${id}/dnssec`));
  return (records as { key_tag: number; algorithm: number; digest_type: number; digest: string }[]).map(
    (ds) => `DS ${ds.key_tag} ${ds.algorithm} ${ds.digest_type} ${ds.digest}`,
  );
}

const NS = ['NS ns1.example.net.', 'NS ns2.example.net.'];

async function countIsRight(id: number): Promise<boolean> {
  const [row] = await query(
    app,
    'SELECT record_count = (SELECT count(*) FROM records WHERE domain_id = d.id) AS is FROM domains d WHERE id = $1',
    [id],
  );
  return row!.is as boolean;
}

describe('[D-293] POST /domains/{domainId}/dnssec/delegate', () => {
  it('enters NS and DS records in the domain above, and answers as GET', async () => {
    const { parent, child, domain } = await family([['A', 'www', '192.0.2.1']]);
    const before = done(await client.get(`/domains/${parent}/zone-file`)).zone_file[3] as string;
    const answer = await delegate(child);
    expect(done(answer)).toEqual(done(await client.get(`/domains/${child}/dnssec`)));
    expect(answer.headers.get('etag')).toBe(
      (await client.get(`/domains/${child}/dnssec`)).headers.get('etag'),
    );
    expect(await delegation(parent)).toEqual([...(await shownDs(child)), ...NS]);
    expect(done(await client.get(`/domains/${parent}/zone-file`)).zone_file[3]).not.toBe(before);
    expect(await countIsRight(parent)).toBe(true);
    const { data } = done(await client.filter('/account/events', { action: 'domain_update' }));
    expect(data[0]).toMatchObject({ message: `DNSSEC: delegation of ${domain}`, entity: { id: parent } });
    done(await delegate(child));
    const again = done(await client.filter('/account/events', { action: 'domain_update' }));
    expect(again.data[0]).toMatchObject({ message: 'Nothing changed.', entity: { id: parent } });
  });

  it('makes the records of the name those of the domain: its own nameservers beside the platform’s, no others', async () => {
    const { parent, child } = await family([
      ['NS', 'dev', 'ns.before.example.org'],
      ['NS', 'DEV', 'NS1.example.net'],
      ['DS', 'dev', `1 13 2 ${'00'.repeat(32)}`],
    ]);
    for (const target of ['ns.other.example.org', 'ns.inside'])
      done(await client.post(`/domains/${child}/records`, { type: 'NS', target }));
    done(await client.post(`/domains/${child}/records`, { type: 'NS', target: 'ns' }));
    done(await delegate(child));
    const { data } = done(await client.get(`/domains/${parent}/records`));
    expect((data as Row[]).map(({ type, name, target }) => `${name} ${type} ${target}`)).toEqual([
      'DEV NS NS1.example.net',
      'dev NS ns2.example.net.',
      'dev NS ns.other.example.org.',
      'dev NS ns.inside.',
      `dev ${(await shownDs(child))[0]}`,
    ]);
    expect(await countIsRight(parent)).toBe(true);
  });

  it('keeps the DS records true through a roll, and takes them out at the end', async () => {
    const { parent, child } = await family();
    done(await delegate(child));
    const first = await shownDs(child);
    done(await client.post(`/domains/${child}/dnssec/roll`));
    expect(await delegation(parent)).toEqual([...first, ...NS]);
    expect(await after(25 * HOUR_SECONDS, child)).toMatchObject({ status: 'replacing' });
    const second = await shownDs(child);
    expect(second).not.toEqual(first);
    expect(await delegation(parent)).toEqual([...second, ...NS]);
    expect(await after(HOUR_SECONDS, child)).toMatchObject({ status: 'retiring' });
    expect(await after(3 * DAY_SECONDS, child)).toMatchObject({ status: 'signed' });
    expect(await delegation(parent)).toEqual([...second, ...NS]);

    done(await client.delete(`/domains/${child}/dnssec`));
    expect(await delegation(parent)).toEqual(NS);
    expect(await after(HOUR_SECONDS, child)).toMatchObject({ status: 'unsigning' });
    done(await client.post(`/domains/${child}/dnssec`));
    expect(await delegation(parent)).toEqual(NS);
    expect(await after(2 * DAY_SECONDS, child)).toMatchObject({ status: 'signed' });
    expect(await delegation(parent)).toEqual([...second, ...NS]);
    expect(await countIsRight(parent)).toBe(true);
  });

  it.each(['restore of a version', 'zone text', 'single change'] as const)(
    'makes DS records true again after a %s of the domain above',
    async (way) => {
      const { parent, child } = await family();
      done(await delegate(child));
      const [{ version }] = done(await client.get(`/domains/${parent}/versions`)).data;
      const file = done(await client.get(`/domains/${parent}/zone-file`)).zone_file.join('\n') as string;
      const [first] = await shownDs(child);
      done(await client.post(`/domains/${child}/dnssec/roll`));
      for (const seconds of [25 * HOUR_SECONDS, HOUR_SECONDS, 3 * DAY_SECONDS]) await after(seconds, child);
      expect(await after(HOUR_SECONDS, child)).toMatchObject({ status: 'signed' });
      const [second] = await shownDs(child);
      const [ds] = done(await client.filter(`/domains/${parent}/records`, { type: 'DS' })).data;
      const undo = {
        'restore of a version': () => client.post(`/domains/${parent}/versions/${version}/restore`),
        'zone text': () => sendZoneText(client, parent, file, 'mode=replace'),
        'single change': () =>
          client.put(`/domains/${parent}/records/${ds.id}`, { target: first!.slice('DS '.length) }),
      }[way];
      done(await undo());
      expect(await delegation(parent)).toEqual([first, ...NS]);
      await after(way === 'single change' ? HOUR_SECONDS : 0, child);
      expect(await delegation(parent)).toEqual([second, ...NS]);
    },
  );

  it('makes DS records true again within an hour, from the delegation on', async () => {
    const { parent, child } = await family();
    done(await delegate(child));
    const [ds] = done(await client.filter(`/domains/${parent}/records`, { type: 'DS' })).data;
    done(await client.delete(`/domains/${parent}/records/${ds.id}`));
    await after(HOUR_SECONDS, child);
    expect(await delegation(parent)).toEqual([...(await shownDs(child)), ...NS]);
  });

  it('keeps nothing where the delegation was removed', async () => {
    const { parent, child } = await family();
    done(await delegate(child));
    const { data } = done(await client.filter(`/domains/${parent}/records`, { type: 'NS' }));
    for (const { id } of data as { id: number }[])
      done(await client.delete(`/domains/${parent}/records/${id}`));
    done(await client.post(`/domains/${child}/dnssec/roll`));
    expect(await after(25 * HOUR_SECONDS, child)).toMatchObject({ status: 'replacing' });
    expect(await delegation(parent)).toEqual([]);
  });

  it('is undone by a dry run, and refused beside a CNAME record', async () => {
    const { parent, child } = await family();
    const dry = await delegate(child, client, { 'Dry-Run': 'true' });
    expect([dry.status, dry.headers.get('dry-run-events')]).toEqual([200, 'domain_update']);
    expect(await delegation(parent)).toEqual([]);
    done(await client.post(`/domains/${parent}/records`, { type: 'CNAME', name: 'dev', target: 'www' }));
    expect(await delegate(child)).toMatchObject({
      status: 400,
      body: refusal('', 'Record conflict - CNAMES must be unique'),
    });
  });

  it('is refused without a domain above, and without a key that is ready', async () => {
    const { id, domain } = await makeDomain(client);
    expect(await delegate(id)).toMatchObject({ status: 400, body: NONE_ABOVE });
    const body = { domain: `dev.${domain}`, type: 'master', soa_email: 'a@example.com' };
    const { id: child } = done(await client.post('/domains', body));
    expect(await delegate(child)).toMatchObject({ status: 400, body: NOT_READY });
    done(await client.post(`/domains/${child}/dnssec`));
    expect((await delegate(child)).body).toEqual(NOT_READY);
    await after(25 * HOUR_SECONDS, child);
    done(await client.delete(`/domains/${child}/dnssec`));
    expect((await delegate(child)).body).toEqual(NOT_READY);
    done(await client.put(`/domains/${id}`, { type: 'slave', master_ips: ['192.0.2.1'] }));
    expect((await delegate(child)).body).toEqual(NONE_ABOVE);
  });

  it('takes the grant read_write on both domains; a domain above without a grant does not exist', async () => {
    const { parent, child } = await family();
    const by = async (...grants: [number, string][]) => {
      const domain = grants.map(([id, permissions]) => ({ id, permissions }));
      return delegate(child, (await makeRestricted(app, account, { domain })).client);
    };
    expect(await by([parent, 'read_write'])).toMatchObject({ status: 404, body: NOT_FOUND });
    expect(await by([child, 'read_only'], [parent, 'read_write'])).toMatchObject({
      status: 403,
      body: UNAUTHORIZED,
    });
    expect(await by([child, 'read_write'])).toMatchObject({ status: 400, body: NONE_ABOVE });
    expect(await by([child, 'read_write'], [parent, 'read_only'])).toMatchObject({
      status: 403,
      body: UNAUTHORIZED,
    });
    expect(await delegation(parent)).toEqual([]);
    done(await by([child, 'read_write'], [parent, 'read_write']));
    expect(await delegation(parent)).toHaveLength(3);
  });

  it('[D-237] a narrowed token must name both, wholly', async () => {
    const { parent, child } = await family();
    const by = async (...domains: object[]) => delegate(child, await narrow(app, client, { domains }));
    expect(await by({ id: child })).toMatchObject({ status: 400, body: NONE_ABOVE });
    expect((await by({ id: child }, { id: parent, types: ['NS', 'DS'] })).status).toBe(403);
    expect((await by({ id: child }, { id: parent })).status).toBe(200);
  });
});

it('[D-293] a nameserver of the platform that is also a record of the domain is written once', async () => {
  const { parent, child } = await family();
  for (const target of ['NS1.example.net', 'ns2.example.net', 'ns.other.test', 'ns.other.test'])
    done(await client.post(`/domains/${child}/records`, { type: 'NS', name: '', target }));
  done(await delegate(child));
  const hosts = (await delegation(parent)).filter((record) => record.startsWith('NS'));
  expect(hosts).toEqual(['NS ns.other.test.', ...NS]);
});
