import { DnssecStepsService } from '../../src/domain/dnssec/dnssec-steps.service.js';
import { done } from '../support/makers.js';
import { query } from '../support/sql.js';
import { found, SignedWorld } from './signed-world.js';
import { SigningService } from './signing-service.js';
import { until } from './until.js';

const [PRIMARY, SIGNER, SECONDARY] = ['127.0.0.163', '127.0.0.165', '127.0.0.164'];
const DAY_SECONDS = 86_400;

let service: SigningService;
let world: SignedWorld;
beforeAll(async () => {
  service = await SigningService.start(PRIMARY, SIGNER, SECONDARY);
  world = await SignedWorld.start(SECONDARY);
}, 60_000);
afterAll(async () => {
  await world?.stop();
  await service?.stop();
});

/** Lets a signed zone grow older, and does what the job does then. */
async function after(seconds: number, id: number) {
  await query(
    service.app,
    `UPDATE pdns.signed_zones SET since = since - $2 * interval '1 s', until = until - $2 * interval '1 s',
       due = due - $2 * interval '1 s' WHERE domain_id = $1`,
    [id, seconds],
  );
  await service.app.app.get(DnssecStepsService).checkDue();
  return done(await service.client.get(`/domains/${id}/dnssec`));
}

const RECORDS = [
  ['A', '', '192.0.2.1'],
  ['A', 'www', '192.0.2.2'],
  ['CNAME', 'alias', 'www'],
  ['A', '*.wild', '192.0.2.3'],
  ['TXT', 'deep.a', 'below an empty non-terminal'],
  ['NS', 'sub', 'ns.sub.example.org'],
] as const;
/** `a` is an empty non-terminal; `sub` is delegated without a DS. */
const ASKED = [
  ['', 'SOA', 'NOERROR'],
  ['', 'A', 'NOERROR'],
  ['', 'MX', 'NOERROR'],
  ['www.', 'A', 'NOERROR'],
  ['alias.', 'A', 'NOERROR'],
  ['x.wild.', 'A', 'NOERROR'],
  ['x.wild.', 'MX', 'NOERROR'],
  ['wild.', 'A', 'NOERROR'],
  ['a.', 'A', 'NOERROR'],
  ['nothing.', 'A', 'NXDOMAIN'],
  ['nothing.www.', 'A', 'NXDOMAIN'],
  ['sub.', 'DS', 'NOERROR'],
] as const;

async function expectAnswer(domain: string, security: '' | ' secure'): Promise<void> {
  // A resolver that keeps nothing has the parent zone's word until the second ends. It may be out of date, never bogus.
  await until(async () => {
    const answer = await found(world.resolver, domain, 'SOA');
    expect(answer).toContain('NOERROR');
    return answer === `NOERROR${security}`;
  });
  for (const [name, type, status] of ASKED) {
    const answer = await found(world.resolver, `${name}${domain}`, type);
    expect([name, type, answer]).toEqual([name, type, `${status}${security}`]);
  }
}

async function keyTags(domain: string): Promise<string[]> {
  const lines = await service.secondary.dig('+noall', '+answer', '+multiline', domain, 'DNSKEY');
  return lines.flatMap((line) => /key id = (\d+)/.exec(line)?.[1] ?? []).sort();
}

it('[D-244] a domain is signed, rolled and unsigned, and a validating resolver never finds it bogus', async () => {
  const { id, domain } = await service.makeZone(RECORDS);
  await service.followed(domain);
  await world.register(domain);
  await expectAnswer(domain, '');

  const first = done(await service.client.post(`/domains/${id}/dnssec`));
  await service.followed(domain);
  await expectAnswer(domain, '');
  expect(await service.secondary.short(domain, 'CDS')).toEqual([]);
  await after(DAY_SECONDS + 3600, id);
  await service.followed(domain);
  expect(await service.secondary.short(domain, 'CDS')).toHaveLength(1);
  expect(await service.secondary.short(domain, 'CDNSKEY')).toEqual(
    await service.secondary.short(domain, 'DNSKEY'),
  );
  await world.register(domain, first.ds_records);
  await expectAnswer(domain, ' secure');

  done(await service.client.post(`/domains/${id}/dnssec/roll`));
  await service.followed(domain);
  await expectAnswer(domain, ' secure');
  const second = await after(DAY_SECONDS + 3600, id);
  expect(second.status).toBe('replacing');
  await service.followed(domain);
  await world.register(domain, [...first.ds_records, ...second.ds_records]);
  await expectAnswer(domain, ' secure');
  await world.register(domain, second.ds_records);
  await expectAnswer(domain, ' secure');
  expect((await after(3600, id)).status).toBe('retiring');
  expect((await after(2 * DAY_SECONDS + 3600, id)).status).toBe('signed');
  await service.followed(domain);
  expect(await keyTags(domain)).toEqual([String(second.ds_records[0].key_tag)]);
  await expectAnswer(domain, ' secure');

  done(await service.client.delete(`/domains/${id}/dnssec`));
  await service.followed(domain);
  expect(await service.secondary.short(domain, 'CDS')).toEqual(['0 0 0 00']);
  expect(await service.secondary.short(domain, 'CDNSKEY')).toEqual(['0 3 0 AA==']);
  expect((await after(30 * DAY_SECONDS, id)).status).toBe('ending');
  await expectAnswer(domain, ' secure');
  await world.register(domain);
  expect((await after(3600, id)).status).toBe('unsigning');
  await service.followed(domain);
  await expectAnswer(domain, '');
  expect((await after(2 * DAY_SECONDS + 3600, id)).status).toBe('unsigned');
  await service.followed(domain);
  expect(await service.secondary.short(domain, 'DNSKEY')).toEqual([]);
  await expectAnswer(domain, '');
}, 120_000);
