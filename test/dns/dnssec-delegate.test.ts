import { DnssecStepsService } from '../../src/domain/dnssec/dnssec-steps.service.js';
import { done } from '../support/makers.js';
import { query } from '../support/sql.js';
import { found, SignedWorld } from './signed-world.js';
import { SigningService } from './signing-service.js';
import { until } from './until.js';

const [PRIMARY, SIGNER, SECONDARY] = ['127.0.0.185', '127.0.0.186', '127.0.0.187'];
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

/** Lets a signed zone grow older, does what the job does then, and waits for the secondary. */
async function after(seconds: number, { id, domain }: Zone) {
  await query(
    service.app,
    `UPDATE pdns.signed_zones SET since = since - $2 * interval '1 s', until = until - $2 * interval '1 s',
       due = due - $2 * interval '1 s' WHERE domain_id = $1`,
    [id, seconds],
  );
  await service.app.app.get(DnssecStepsService).checkDue();
  await service.followed(domain);
  return done(await service.client.get(`/domains/${id}/dnssec`));
}

interface Zone {
  readonly id: number;
  readonly domain: string;
}

async function makeBelow({ domain: above }: Zone): Promise<Zone> {
  const domain = `dev.${above}`;
  const body = { domain, type: 'master', soa_email: 'admin@example.com' };
  const { id } = done(await service.client.post('/domains', body)) as { id: number };
  for (const name of ['', 'www'])
    done(await service.client.post(`/domains/${id}/records`, { type: 'A', name, target: '192.0.2.7' }));
  return { id, domain };
}

async function sign(zone: Zone): Promise<void> {
  done(await service.client.post(`/domains/${zone.id}/dnssec`));
  expect(await after(DAY_SECONDS + 3600, zone)).toMatchObject({ status: 'signed' });
}

/** The resolver keeps nothing; it may have an answer of the second before, never a bogus one. */
async function expectSecurity(security: '' | ' secure', { domain }: Zone): Promise<void> {
  await until(async () => {
    const answer = await found(world.resolver, domain, 'A');
    expect(answer).toContain('NOERROR');
    return answer === `NOERROR${security}`;
  });
  for (const [name, status] of [
    ['www', 'NOERROR'],
    ['nothing', 'NXDOMAIN'],
  ] as const)
    expect([name, await found(world.resolver, `${name}.${domain}`, 'A')]).toEqual([
      name,
      `${status}${security}`,
    ]);
}

it('[D-293] a delegated signed domain validates through the domain above, and through each step of a roll', async () => {
  const above = await service.makeZone([['A', '', '192.0.2.1']]);
  await sign(above);
  const { ds_records: anchors } = done(await service.client.get(`/domains/${above.id}/dnssec`));
  await world.register(above.domain, anchors);
  const zone = await makeBelow(above);
  await sign(zone);

  done(await service.client.post(`/domains/${zone.id}/dnssec/delegate`));
  await service.followed(above.domain);
  expect(await service.secondary.short(zone.domain, 'DS')).toHaveLength(1);
  await expectSecurity(' secure', zone);
  expect(await service.verified(above.domain)).toBeGreaterThan(10);
  expect(await found(world.resolver, zone.domain, 'DS')).toBe('NOERROR secure');
  expect(await found(world.resolver, `none.${above.domain}`, 'A')).toBe('NXDOMAIN secure');

  done(await service.client.post(`/domains/${zone.id}/dnssec/roll`));
  await service.followed(zone.domain);
  await expectSecurity(' secure', zone);
  expect(await after(DAY_SECONDS + 3600, zone)).toMatchObject({ status: 'replacing' });
  await service.followed(above.domain);
  await expectSecurity(' secure', zone);
  expect(await after(3600, zone)).toMatchObject({ status: 'retiring' });
  await expectSecurity(' secure', zone);
  expect(await after(2 * DAY_SECONDS + 3600, zone)).toMatchObject({ status: 'signed' });
  await expectSecurity(' secure', zone);
  expect(await service.verified(above.domain)).toBeGreaterThan(10);

  done(await service.client.delete(`/domains/${zone.id}/dnssec`));
  await service.followed(above.domain);
  expect(await service.secondary.short(zone.domain, 'DS')).toEqual([]);
  await expectSecurity('', zone);
  expect(await after(3600, zone)).toMatchObject({ status: 'unsigning' });
  await expectSecurity('', zone);
}, 120_000);

it('[D-293] [D-292] DS records are served as they are entered, signed, and left out with their nameserver', async () => {
  const zone = await service.makeZone([
    ['NS', 'sub', 'ns.example.org'],
    ['NS', 'lame', 'ns.lame'],
    ['NS', 'deep.sub', 'ns.example.org'],
    ['DS', 'sub', `2371 13 2 ${'ab'.repeat(32)}`],
    ['DS', 'sub', `2371 13 4 ${'cd'.repeat(48)}`],
    ['DS', 'lame', `2371 13 2 ${'ab'.repeat(32)}`],
    ['DS', 'deep.sub', `2371 13 2 ${'ab'.repeat(32)}`],
  ]);
  const { id } = done(
    await service.client.post(`/domains/${zone.id}/records`, {
      type: 'NS',
      name: 'lamer',
      target: `ns.lamer.${zone.domain}`,
    }),
  );
  const lamer = { type: 'DS', name: 'lamer', target: `2371 13 2 ${'ab'.repeat(32)}` };
  done(await service.client.post(`/domains/${zone.id}/records`, lamer));
  const asked = async (name: string) =>
    (await service.primary.short(`${name}.${zone.domain}`, 'DS'))
      .map((line) => line.replaceAll(' ', ''))
      .sort();
  const expected = [`2371132${'AB'.repeat(32)}`, `2371134${'CD'.repeat(48)}`];
  await service.followed(zone.domain);
  expect(await asked('sub')).toEqual(expected);
  await sign(zone);
  expect(await asked('sub')).toEqual(expected);
  expect(await asked('lamer')).toEqual([]);
  expect(await service.verified(zone.domain)).toBeGreaterThan(10);
  const { zone_file: lines } = done(await service.client.get(`/domains/${zone.id}/zone-file`));
  expect(lines).toContainEqual(expect.stringMatching(/left out: lamer has no nameserver$/));

  const address = { type: 'A', name: 'ns.lamer', target: '192.0.2.9' };
  done(await service.client.post(`/domains/${zone.id}/records`, address));
  await service.followed(zone.domain);
  expect(await asked('lamer')).toHaveLength(1);
  expect(await service.verified(zone.domain)).toBeGreaterThan(10);
  done(await service.client.delete(`/domains/${zone.id}/records/${id}`));
  await service.followed(zone.domain);
  expect(await asked('lamer')).toEqual([]);
  expect(await service.verified(zone.domain)).toBeGreaterThan(10);
}, 120_000);
