import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { narrowToAcme } from '../../support/narrowed.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly target: string;
  readonly domain: string;
}

const rows = async (client: Client, path: string, filter?: object) =>
  done(filter ? await client.filter(path, filter) : await client.get(path)).data as Listed[];

/** The calls of go-acme/lego, providers/dns/linode/linode.go: `getHostedZoneInfo`, `Present` and `CleanUp`. */
const LEGO = {
  async present(client: Client, zone: string, name: string, target: string) {
    const [found] = await rows(client, '/domains?page=1', { domain: zone });
    const body = { type: 'TXT', name: `${name}.${zone}`, target, ttl_sec: 300 };
    done(await client.post(`/domains/${found!.id}/records`, body));
  },
  async cleanUp(client: Client, zone: string, name: string, target: string) {
    const [found] = await rows(client, '/domains?page=1', { domain: zone });
    const path = `/domains/${found!.id}/records`;
    const own = (await rows(client, `${path}?page=1`, { type: 'TXT' })).filter(
      (record) => [name, `${name}.${zone}`].includes(record.name) && record.target === target,
    );
    expect(own).toHaveLength(1);
    for (const { id } of own) done(await client.delete(`${path}/${id}`));
  },
};

/** The calls of acmesh-official/acme.sh, dnsapi/dns_linode_v4.sh: `_get_root` tries each parent in turn. */
const ACME_SH = {
  async root(client: Client, full: string) {
    const labels = full.split('.');
    for (let at = 1; at < labels.length; at++) {
      const domain = labels.slice(at).join('.');
      const [found] = await rows(client, '/domains', { domain });
      if (found) return { id: found.id, name: labels.slice(0, at).join('.') };
    }
    throw new Error('Domain does not exist.');
  },
  async present(client: Client, zone: string, sub: string, target: string) {
    const { id, name } = await ACME_SH.root(client, `${sub}.${zone}`);
    done(await client.post(`/domains/${id}/records`, { type: 'TXT', name, target, ttl_sec: 300 }));
  },
  async cleanUp(client: Client, zone: string, sub: string) {
    const { id, name } = await ACME_SH.root(client, `${sub}.${zone}`);
    const first = (await rows(client, `/domains/${id}/records`)).find((record) => record.name === name);
    done(await client.delete(`/domains/${id}/records/${first!.id}`));
  },
};

describe.each([
  ['lego', LEGO],
  ['acme.sh', ACME_SH],
])('%s', (_, program) => {
  it.each(['_acme-challenge', '_acme-challenge.www', '_acme-challenge.a.b'])(
    '[D-237] [D-163] proves %s with a token of the preset',
    async (name) => {
      const { client } = await makeAccount(app);
      const { id, domain } = await makeDomain(client, [
        ['TXT', '', 'v=spf1 -all'],
        ['A', 'www', '192.0.2.1'],
      ]);
      await makeDomain(client);
      const narrowed = await narrowToAcme(app, client, domain);
      const before = await rows(client, `/domains/${id}/records`);
      await program.present(narrowed, domain, name, 'proof');
      const [made] = await rows(client, `/domains/${id}/records`, { target: 'proof' });
      expect(made).toMatchObject({ name, type: 'TXT', ttl_sec: 300 });
      await program.cleanUp(narrowed, domain, name, 'proof');
      expect(await rows(client, `/domains/${id}/records`)).toEqual(before);
    },
  );
});
