import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { canonicalZone } from './canonical-zone.js';
import type { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { secondarySettings } from './secondaries.js';

const run = promisify(execFile);

let app: TestApp;
let powerdns: Program;
let client: Client;
beforeAll(async () => {
  app = await startApp(secondarySettings(['127.0.0.89']));
  powerdns = await startPowerDns('127.0.0.96', app.databaseUrl);
  ({ client } = await makeAccount(app));
});
afterAll(async () => {
  await powerdns?.stop();
  await app.close();
});

/** The checkers fail for a zone that their programs would not load. */
async function requireLoadable(domain: string, lines: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zone-'));
  const file = join(folder, 'zone');
  await writeFile(file, `${lines.join('\n')}\n`);
  await run('named-checkzone', ['-i', 'full', domain, file]);
  await run('kzonecheck', ['-o', domain, file]);
  await run('nsd-checkzone', [domain, file]);
  await rm(folder, { recursive: true });
}

async function zoneFile(id: number): Promise<string[]> {
  return done(await client.get(`/domains/${id}/zone-file`)).zone_file;
}

it('[D-108] every program loads a zone whose apex has nameservers without an address, and none is served', async () => {
  const { id, domain } = await makeDomain(client, [], { axfr_ips: ['127.0.0.1'] });
  const add = (type: string, name: string, target: string) =>
    client.post(`/domains/${id}/records`, { type, name, target }).then(done);
  const hosts = ['missing', 'alias', 'text', 'hidden.x.y', 'ns', 'any.thing'].map(
    (host) => `${host}.${domain}`,
  );
  for (const host of [...hosts, domain, 'ns.elsewhere.example']) await add('NS', '', host);
  await add('CNAME', 'alias', 'www.elsewhere.example');
  await add('TXT', 'text', 'no address');
  await add('TXT', 'z.x.y', 'hides the wildcard from names below x.y');
  await add('A', '*', '192.0.2.1');
  await add('AAAA', 'NS', '2001:db8::1');

  const served = ['any.thing', 'missing', 'ns'].map((host) => `${host}.${domain}.`);
  const own = ['ns.elsewhere.example.', 'ns1.example.net.', 'ns2.example.net.'];
  expect(await powerdns.short(domain, 'NS')).toEqual([...served, ...own].sort());
  const lines = await zoneFile(id);
  expect(lines.filter((line) => line.includes('has no address'))).toHaveLength(4);
  expect(await canonicalZone(domain, await powerdns.transfer(domain))).toEqual(
    await canonicalZone(domain, lines),
  );
  await requireLoadable(domain, lines);

  await add('A', '', '192.0.2.2');
  expect(await powerdns.short(domain, 'NS')).toContain(`${domain}.`);
  await requireLoadable(domain, await zoneFile(id));
});

it('[D-292] every program loads a zone with delegations to nameservers without an address, and none is served', async () => {
  const { id, domain } = await makeDomain(client, [], { axfr_ips: ['127.0.0.1'] });
  for (const [type, name, target] of [
    ['NS', 'lame', `ns.lame.${domain}`],
    ['A', 'www.lame', '192.0.2.1'],
    ['NS', 'deep.er', 'ns'],
    ['NS', 'sub', `ns.sub.${domain}`],
    ['NS', 'sub', 'missing'],
    ['A', 'NS.sub', '192.0.2.2'],
    ['NS', 'other', 'ns.elsewhere.example'],
    ['NS', 'sibling', `ns.other.${domain}`],
    ['NS', 'a', `ns.b.${domain}`],
    ['NS', 'b', `ns.a.${domain}`],
  ]) {
    done(await client.post(`/domains/${id}/records`, { type, name, target }));
  }
  const agree = async (leftOut: number) => {
    const lines = await zoneFile(id);
    expect(lines.filter((line) => line.includes('has no address'))).toHaveLength(leftOut);
    const transferred = await canonicalZone(domain, await powerdns.transfer(domain));
    expect(transferred).toEqual(await canonicalZone(domain, lines));
    await requireLoadable(domain, lines);
  };
  await agree(5);
  expect(await powerdns.short(`www.lame.${domain}`, 'A')).toEqual(['192.0.2.1']);

  done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'ns.lame', target: '192.0.2.3' }));
  await agree(4);
  expect(await powerdns.short(`www.lame.${domain}`, 'A')).toEqual([]);
});

it.each([
  ['a short name', () => 't'],
  ['the longest name', (domain: string) => 'a.'.repeat(50).slice(0, Math.min(99, 252 - domain.length))],
])(
  '[D-109] [D-294] the longest text is answered at %s, and a longer one left out of answers and transfers',
  async (_name, nameIn) => {
    const { id, domain } = await makeDomain(client);
    const name = nameIn(domain);
    const record = { type: 'TXT', name, target: 'a'.repeat(64_900) };
    done(await client.post(`/domains/${id}/records`, record));
    const [answer = ''] = await powerdns.short('+tcp', `${name}.${domain}`, 'TXT');
    expect(answer.replace(/[" ]/g, '')).toHaveLength(64_900);
    await requireLoadable(domain, await zoneFile(id));
    for (const length of [64_901, 65_535])
      done(await client.post(`/domains/${id}/records`, { ...record, target: 'b'.repeat(length) }));
    done(
      await client.post(`/domains/${id}/records`, { ...record, name: 'alone', target: 'b'.repeat(65_535) }),
    );
    const [kept = '', ...others] = await powerdns.short('+tcp', `${name}.${domain}`, 'TXT');
    expect([kept.replace(/[" ]/g, '').length, others]).toEqual([64_900, []]);
    expect(await powerdns.short('+tcp', `alone.${domain}`, 'TXT')).toEqual([]);
    const lines = await zoneFile(id);
    expect(lines.filter((line) => line.endsWith('left out: too long'))).toHaveLength(3);
    await requireLoadable(domain, lines);
    done(await client.put(`/domains/${id}`, { axfr_ips: ['127.0.0.1'] }));
    expect(await canonicalZone(domain, await powerdns.transfer(domain))).toEqual(
      await canonicalZone(domain, await zoneFile(id)),
    );
  },
);
