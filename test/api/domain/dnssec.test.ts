import type { Answer } from 'dns-packet';
import { DnssecStepsService } from '../../../src/domain/dnssec/dnssec-steps.service.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain, nextDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import {
  claimsAsk,
  fakeRegistry,
  NXDOMAIN,
  soaOf,
  zoneWith,
  type FakeRegistry,
} from '../../support/registry.js';
import { query } from '../../support/sql.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 604_800;
const AUTHORITATIVE = 0x0400;
const UNSIGNED = { status: 'unsigned', until: null, ds_records: [], dnskey_records: [] };

interface Ds {
  readonly key_tag: number;
  readonly algorithm: number;
  readonly digest_type: number;
  readonly digest: string;
}

let app: TestApp;
let registry: FakeRegistry;
let client: Client;
/** What the registrar has entered, by domain. */
const entered = new Map<string, readonly Ds[]>();
/** What happens while the parent zone's servers are asked. */
let whileAsked: () => Promise<unknown> = () => Promise.resolve();
beforeAll(async () => {
  app = await startApp();
  const zone = zoneWith('example.com', new Map());
  registry = await fakeRegistry(
    (question) => {
      if (question.recursive || question.type !== 'DS') return zone(question);
      const records = entered.get(question.name);
      if (!records) return { flags: AUTHORITATIVE | NXDOMAIN, authorities: [soaOf('example.com')] };
      return { flags: AUTHORITATIVE, answers: records.map((record) => ds(question.name, record)) };
    },
    () => whileAsked(),
  );
  claimsAsk(app, registry.port);
  ({ client } = await makeAccount(app));
});
afterAll(async () => {
  await registry.close();
  await app.close();
});

function ds(name: string, { key_tag: keyTag, algorithm, digest_type: digestType, digest }: Ds): Answer {
  const data = { keyTag, algorithm, digestType, digest: Buffer.from(digest, 'hex') };
  return { type: 'DS', class: 'IN', name, ttl: 2 * DAY_SECONDS, data } as unknown as Answer;
}

/** A time as the API shows it. */
function inTime(seconds: number): string {
  return new Date(app.clock.milliseconds() + seconds * 1000).toISOString().slice(0, 19);
}

async function show(id: number) {
  return done(await client.get(`/domains/${id}/dnssec`));
}

/** What the job does after some time, as the schedule would. */
async function after(seconds: number, id: number) {
  app.clock.forward(seconds);
  await app.app.get(DnssecStepsService).checkDue();
  return show(id);
}

async function serialOf(id: number): Promise<number> {
  const [row] = await query(app, 'SELECT serial FROM domains WHERE id = $1', [id]);
  return row!.serial as number;
}

async function signed() {
  const domain = await makeDomain(client);
  done(await client.post(`/domains/${domain.id}/dnssec`));
  const state = await after(25 * HOUR_SECONDS, domain.id);
  entered.set(domain.domain, state.ds_records);
  return { ...domain, state };
}

describe('[D-244] DNSSEC of a domain', () => {
  it('is off, and is shown so', async () => {
    const { id } = await makeDomain(client);
    expect(await show(id)).toEqual(UNSIGNED);
  });

  it('begins with one key, waits for caches, and is in the events', async () => {
    const { id, domain } = await makeDomain(client, [['A', 'www', '192.0.2.1', { ttl_sec: 604800 }]]);
    const serial = await serialOf(id);
    const state = done(await client.post(`/domains/${id}/dnssec`));
    expect(state).toMatchObject({
      status: 'preparing',
      until: inTime(WEEK_SECONDS + HOUR_SECONDS),
      ds_records: [{ algorithm: 13, digest_type: 2, digest: expect.stringMatching(/^[0-9A-F]{64}$/) }],
      dnskey_records: [{ flags: 257, protocol: 3, algorithm: 13 }],
    });
    expect(state.ds_records[0].key_tag).toBe(state.dnskey_records[0].key_tag);
    expect(await show(id)).toEqual(state);
    expect(await serialOf(id)).toBe(serial + 1);
    const { data } = (await client.filter('/account/events', { action: 'domain_update' })).body;
    expect(data[0]).toMatchObject({ message: 'DNSSEC: preparing', entity: { id, label: domain } });
    expect(await after(WEEK_SECONDS + HOUR_SECONDS - 1, id)).toMatchObject({ status: 'preparing' });
    expect(await after(1, id)).toEqual({ ...state, status: 'signed', until: null });
    expect(await serialOf(id)).toBeGreaterThan(serial + 1);
  });

  it('rolls its key: the old one goes when the registrar lists the new one and no cache needs the old', async () => {
    const { id, domain, state } = await signed();
    const rolling = done(await client.post(`/domains/${id}/dnssec/roll`));
    expect(rolling).toMatchObject({ status: 'rolling', ds_records: state.ds_records });
    expect(rolling.dnskey_records).toHaveLength(2);
    const replacing = await after(25 * HOUR_SECONDS, id);
    expect(replacing).toMatchObject({ status: 'replacing', until: null });
    expect(replacing.ds_records[0].key_tag).toBe(rolling.dnskey_records[1].key_tag);
    expect(await after(HOUR_SECONDS, id)).toMatchObject({ status: 'replacing' });
    entered.set(domain, [...state.ds_records, ...replacing.ds_records]);
    const retiring = await after(HOUR_SECONDS, id);
    const until = inTime(2 * DAY_SECONDS + HOUR_SECONDS);
    expect(retiring).toMatchObject({ status: 'retiring', until, ds_records: replacing.ds_records });
    expect(await after(2 * DAY_SECONDS, id)).toMatchObject({ status: 'retiring' });
    expect(await after(HOUR_SECONDS, id)).toMatchObject({
      status: 'signed',
      ds_records: replacing.ds_records,
      dnskey_records: [rolling.dnskey_records[1]],
    });
  });

  it('does not go on by an answer of the parent that is older than the last change', async () => {
    const { id, domain } = await signed();
    done(await client.delete(`/domains/${id}/dnssec`));
    entered.delete(domain);
    let changed: Promise<unknown> | undefined;
    whileAsked = () =>
      (changed ??= (async () => {
        app.clock.forward(60);
        done(await client.post(`/domains/${id}/dnssec`));
        app.clock.forward(60);
        done(await client.delete(`/domains/${id}/dnssec`));
      })());
    expect(await after(HOUR_SECONDS, id)).toMatchObject({ status: 'ending' });
    expect(changed).toBeDefined();
    expect(await after(HOUR_SECONDS, id)).toMatchObject({ status: 'unsigning' });
  });

  it('ends: the zone stays signed until the registrar has no DS record and no cache has one', async () => {
    const { id, domain, state } = await signed();
    expect(done(await client.delete(`/domains/${id}/dnssec`))).toEqual({
      ...state,
      status: 'ending',
      ds_records: [],
    });
    expect(await after(30 * DAY_SECONDS, id)).toMatchObject({ status: 'ending' });
    entered.set(domain, []);
    expect(await after(HOUR_SECONDS, id)).toMatchObject({ status: 'unsigning' });
    entered.set(domain, state.ds_records);
    expect(await after(2 * DAY_SECONDS + HOUR_SECONDS, id)).toMatchObject({ status: 'ending' });
    entered.delete(domain);
    expect(await after(HOUR_SECONDS, id)).toMatchObject({ status: 'unsigning' });
    const serial = await serialOf(id);
    expect(await after(2 * DAY_SECONDS + HOUR_SECONDS, id)).toEqual(UNSIGNED);
    expect(await serialOf(id)).toBeGreaterThan(serial);
  });

  it('goes on with its key when the end is taken back', async () => {
    const { id, state } = await signed();
    done(await client.delete(`/domains/${id}/dnssec`));
    expect(done(await client.post(`/domains/${id}/dnssec`))).toEqual({
      ...state,
      status: 'preparing',
      until: expect.any(String),
    });
  });

  it('gets a new serial each week, for fresh signatures on secondaries', async () => {
    const { id } = await signed();
    await after(WEEK_SECONDS, id);
    const serial = await serialOf(id);
    await after(WEEK_SECONDS, id);
    expect(await serialOf(id)).toBe(serial + 1);
    await after(HOUR_SECONDS, id);
    expect(await serialOf(id)).toBe(serial + 1);
  });

  it('[D-222] gets one when a clock was ahead, whose signatures are not valid yet', async () => {
    const { id } = await signed();
    await after(20 * WEEK_SECONDS, id);
    const serial = await serialOf(id);
    await after(-20 * WEEK_SECONDS, id);
    expect(await serialOf(id)).toBe(serial + 1);
    await after(HOUR_SECONDS, id);
    expect(await serialOf(id)).toBe(serial + 1);
  });

  it('waits while no server of the parent zone responds', async () => {
    const { id } = await signed();
    done(await client.delete(`/domains/${id}/dnssec`));
    claimsAsk(app, registry.port, { allowedNetworks: [] });
    expect(await after(DAY_SECONDS, id)).toMatchObject({ status: 'ending' });
    claimsAsk(app, registry.port);
  });
});

describe('[D-244] refused', () => {
  it('for a slave', async () => {
    const { id } = await makeDomain(client, [], { type: 'slave', master_ips: ['192.0.2.1'] });
    const refused = refusal('', 'Only domains of the type master can be signed.');
    expect((await client.post(`/domains/${id}/dnssec`)).body).toEqual(refused);
  });

  it('for a name with which NSEC3 records would have names of more than 253 characters', async () => {
    const long = (length: number) =>
      [...Array<string>(3).fill('x'.repeat(63)), 'y'.repeat(length), 'com'].join('.');
    const [longest, tooLong] = [
      await makeDomain(client, [], { domain: long(24) }),
      await makeDomain(client, [], { domain: long(25) }),
    ];
    expect([longest.domain.length, tooLong.domain.length]).toEqual([220, 221]);
    const refused = refusal('', 'Only domains of at most 220 characters can be signed.');
    expect((await client.post(`/domains/${longest.id}/dnssec`)).status).toBe(200);
    expect((await client.post(`/domains/${tooLong.id}/dnssec`)).body).toEqual(refused);
    expect(await show(tooLong.id)).toEqual(UNSIGNED);
  });

  it('when the status does not allow it', async () => {
    const { id } = await makeDomain(client);
    const off = refusal('', 'DNSSEC is off, or ends already.');
    const notSigned = refusal('', 'The status of DNSSEC must be signed.');
    expect((await client.delete(`/domains/${id}/dnssec`)).body).toEqual(off);
    expect((await client.post(`/domains/${id}/dnssec/roll`)).body).toEqual(notSigned);
    done(await client.post(`/domains/${id}/dnssec`));
    expect((await client.post(`/domains/${id}/dnssec`)).body).toEqual(refusal('', 'DNSSEC is on already.'));
    expect((await client.post(`/domains/${id}/dnssec/roll`)).body).toEqual(notSigned);
    done(await client.delete(`/domains/${id}/dnssec`));
    expect((await client.delete(`/domains/${id}/dnssec`)).body).toEqual(off);
  });

  it('to rename a signed domain, or to make it a slave; all else can change', async () => {
    const { id } = await signed();
    const reason = 'A signed domain cannot change this.';
    const renamed = await client.put(`/domains/${id}`, { domain: nextDomain() });
    expect(renamed.body).toEqual(refusal('domain', reason));
    const slave = await client.put(`/domains/${id}`, { type: 'slave', master_ips: ['192.0.2.1'] });
    expect(slave.body).toEqual(refusal('type', reason));
    done(await client.put(`/domains/${id}`, { status: 'disabled', ttl_sec: 300 }));
  });
});

describe('[D-244] the keys', () => {
  it('go with the domain, and a clone has none', async () => {
    const { id } = await signed();
    const clone = done(await client.post(`/domains/${id}/clone`, { domain: nextDomain() }));
    expect(await show(clone.id)).toEqual(UNSIGNED);
    done(await client.delete(`/domains/${id}`));
    expect(await query(app, 'SELECT FROM pdns.zone_keys WHERE domain_id = $1', [id])).toEqual([]);
    expect(await query(app, 'SELECT FROM pdns.signed_names WHERE domain_id = $1', [id])).toEqual([]);
  });
});
