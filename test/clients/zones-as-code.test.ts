import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { udpNameserver, type UdpNameserver } from '../support/udp-nameserver.js';

const NEWEST = 2 ** 31;

describe('[D-242] docs/zones-as-code.md', () => {
  let app: TestApp;
  let folder: string;
  let nameserver: UdpNameserver;
  beforeAll(async () => {
    nameserver = await udpNameserver();
    // It serves whatever change is asked for.
    nameserver.serial = NEWEST;
    app = await startApp({
      CATALOG_ZONE: 'catalog.invalid',
      SECONDARIES: `127.0.0.1:${nameserver.port}`,
      TSIG_KEY: `hmac-sha256:key.example:${Buffer.alloc(32, 'k').toString('base64')}`,
    });
    folder = mkdtempSync(join(tmpdir(), 'zones-'));
    cpSync(join(packageRoot, 'examples/zones-as-code/zones'), join(folder, 'program'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
    await nameserver.close();
  });

  /** Runs the program. @returns what it prints; of a failure also the answer of the service */
  async function zones(
    { token }: Client,
    words: string[],
    more: Record<string, string> = {},
  ): Promise<string> {
    const env = { ...process.env, API: app.url, TOKEN: token!, ...more };
    const run = promisify(execFile)('bash', [join(folder, 'program'), ...words], { cwd: folder, env });
    return run.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed: ${stdout}${stderr}`,
    );
  }

  /** A domain with its zone file in the repository. */
  async function begin(records: Parameters<typeof makeDomain>[1]) {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, records);
    rmSync(join(folder, 'zones'), { recursive: true, force: true });
    mkdirSync(join(folder, 'zones'));
    const write = (lines: readonly string[]) =>
      writeFileSync(join(folder, 'zones', `${domain}.zone`), `${lines.join('\n')}\n`);
    write(await fileOf(client, id));
    return { client, id, domain, write };
  }

  const fileOf = async (client: Client, id: number): Promise<string[]> =>
    done(await client.get(`/domains/${id}/zone-file`)).zone_file;
  const served = async (client: Client, id: number) =>
    (await fileOf(client, id)).filter((line) => !line.includes('SOA') && !line.startsWith(';')).sort();

  it('plans what a file changes, applies it and waits until it is live; the file of the service changes nothing', async () => {
    const { client, id, domain, write } = await begin([
      ['A', 'web', '192.0.2.1'],
      ['TXT', 'old', 'remove me'],
    ]);
    expect(await zones(client, ['plan'])).toBe(`${domain}: 0 to create, 0 to update, 0 to delete\n`);
    const lines = await fileOf(client, id);
    write([
      ...lines.filter((line) => !line.includes('TXT')).map((line) => line.replace('192.0.2.1', '192.0.2.10')),
      'api 300 IN A 192.0.2.11',
    ]);
    const before = await served(client, id);
    expect((await zones(client, ['plan'])).split('\n')).toEqual([
      `${domain}: 2 to create, 0 to update, 2 to delete`,
      '- A web 192.0.2.1 0',
      '- TXT old remove me 0',
      '+ A web 192.0.2.10 0',
      '+ A api 192.0.2.11 300',
      '',
    ]);
    expect(await served(client, id)).toEqual(before);
    expect(await zones(client, ['apply'])).toBe(`${domain}: live\n`);
    const { data } = done(await client.get(`/domains/${id}/records`));
    expect(data.map(({ name, target }: Record<string, string>) => `${name} ${target}`).sort()).toEqual([
      'api 192.0.2.11',
      'web 192.0.2.10',
    ]);
  });

  it('[D-271] an apply that is sent again changes nothing, and waits again', async () => {
    const { client, id, domain, write } = await begin([['A', 'web', '192.0.2.1']]);
    write([...(await fileOf(client, id)), 'api 300 IN A 192.0.2.11']);
    await zones(client, ['plan']);
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await zones(client, ['apply'])).toBe(`${domain}: live\n`);
    const { data } = done(await client.get(`/domains/${id}/versions`));
    expect(data).toHaveLength(3);
  });

  it('[D-245] waits for the newest change when the file changes nothing', async () => {
    const { client, domain } = await begin([['A', 'web', '192.0.2.1']]);
    await zones(client, ['plan']);
    nameserver.serial = 1;
    const [applied, before] = [zones(client, ['apply']), nameserver.asked.length];
    while (nameserver.asked.length < before + 2) await client.get('/regions');
    nameserver.serial = NEWEST;
    expect(await applied).toBe(`${domain}: live\n`);
  });

  it('[D-275] applies nothing when somebody has changed the zone since the plan', async () => {
    const { client, id, write } = await begin([['A', 'web', '192.0.2.1']]);
    write([...(await fileOf(client, id)), 'api 300 IN A 192.0.2.11']);
    await zones(client, ['plan']);
    done(await client.post(`/domains/${id}/records`, { type: 'A', name: 'other', target: '192.0.2.3' }));
    const before = await served(client, id);
    expect(await zones(client, ['apply'])).toMatch(/^failed: .*412/s);
    expect(await served(client, id)).toEqual(before);
  });

  it('[D-240] [D-241] is stopped by a wide delete; a forced one is undone by restore', async () => {
    const { client, id, domain, write } = await begin(
      Array.from({ length: 30 }, (_, n): [string, string, string] => ['A', `h${n}`, `192.0.2.${n}`]),
    );
    const [before, lines] = [await served(client, id), await fileOf(client, id)];
    const [{ version }] = done(await client.get(`/domains/${id}/versions`)).data;
    write(lines.filter((line) => !/^h(?!1\b)/.test(line)));
    expect(await zones(client, ['plan'])).toMatch(/^failed: .*400/s);
    const forced = { MAX_DELETES: '29' };
    expect(await zones(client, ['plan'], forced)).toContain('0 to create, 0 to update, 29 to delete');
    expect(await zones(client, ['apply'], forced)).toBe(`${domain}: live\n`);
    expect(await served(client, id)).not.toEqual(before);
    expect(await zones(client, ['restore', domain, String(version)])).toBe(
      '{"created":29,"updated":0,"deleted":0}\n',
    );
    expect(await served(client, id)).toEqual(before);
  });

  it('[D-240] the calls of providers: a change between the tag and the write refuses the write', async () => {
    const { client, id } = await begin([
      ['A', 'www', '192.0.2.1'],
      ['A', 'www', '192.0.2.2'],
    ]);
    const remove = async (meanwhile: () => Promise<unknown>) => {
      const tag = (await client.get(`/domains/${id}/zone-file`)).headers.get('etag')!;
      const found = done(await client.filter(`/domains/${id}/records`, { type: 'A', name: 'www' }));
      const wanted = found.data.filter(({ target }: { target: string }) => target === '192.0.2.1');
      await meanwhile();
      const changes = wanted.map((record: { id: number }) => ({ delete: record.id }));
      return client.post(`/domains/${id}/changes`, { changes }, { 'If-Match': tag });
    };
    const other = { type: 'A', name: 'other', target: '192.0.2.3' };
    expect((await remove(() => client.post(`/domains/${id}/records`, other))).status).toBe(412);
    expect(done(await remove(() => Promise.resolve())).counts).toEqual({
      created: 0,
      updated: 0,
      deleted: 1,
    });
  });
});
