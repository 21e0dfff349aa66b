import pg from 'pg';
import { startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { done } from '../support/makers.js';
import { DECIDED, type Decided } from './decided-table.js';
import { Scene } from './scene.js';
import { each, eachInTurn } from './sweep.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const scene = await Scene.make(app, database);
const owner = await scene.owner();
afterAll(async () => {
  await database.end();
  await app.close();
});

const domain = done(await owner.get(`/v4/domains/${scene.params.domainId}`)).domain as string;

/**
 * Open to every narrowed token: the own profile, public data, and lists of the entities that it
 * names.
 */
const ALWAYS = [
  'GET /v4/profile',
  'POST /v4/profile/access',
  'GET /v4/vpcs',
  'GET /v4/vpcs/ips',
  'GET /v4/networking/vpcs/ips',
  'GET /v4/domains',
  'GET /v4/images',
  'GET /v4/regions',
  'GET /v4/regions/{regionId}',
];

/** Closed to every narrowed token, because it could escape its restrictions with these (D-279). */
const NEVER = [
  'POST /v4/profile/tokens',
  'POST /v4/account/users',
  'POST /v4/account/oauth-clients',
  'PUT /v4/account/oauth-clients/{clientId}',
  'POST /v4/account/oauth-clients/{clientId}/reset-secret',
  'POST /v4/profile/tfa-enable',
  'POST /v4/profile/tfa-enable-confirm',
  'POST /v4/profile/tfa-disable',
  'POST /v4/profile/phone-number',
  'POST /v4/profile/phone-number/verify',
  'DELETE /v4/profile/phone-number',
  'POST /v4/profile/security-questions',
];

const below = (path: string) => DECIDED.filter((row) => row.path.startsWith(path)).map(({ name }) => name);

const NARROWED: Readonly<Record<string, { request: object; in: readonly string[] }>> = {
  'by source alone': {
    request: { restrictions: { sources: ['127.0.0.1'] } },
    in: DECIDED.map(({ name }) => name).filter((name) => !NEVER.includes(name)),
  },
  'by an end alone': {
    request: { restrictions: { unused_days: 30 } },
    in: DECIDED.map(({ name }) => name).filter((name) => !NEVER.includes(name)),
  },
  'to no entity': { request: { restrictions: { vpcs: [] } }, in: ALWAYS },
  'by the ACME preset': {
    request: { preset: 'acme', domain },
    in: [
      ...ALWAYS.filter((name) => !name.endsWith('/ips')),
      'GET /v4/domains/{domainId}',
      'POST /v4/domains/{domainId}/zone-file',
      'POST /v4/domains/{domainId}/changes',
      'GET /v4/domains/{domainId}/lint',
      'GET /v4/domains/{domainId}/records',
      'POST /v4/domains/{domainId}/records',
    ],
  },
  'to one VPC': {
    request: { restrictions: { vpcs: [Number(scene.params.vpcId)] } },
    in: [...ALWAYS, ...below('/v4/vpcs/{vpcId}')],
  },
  'to one domain': {
    request: { restrictions: { domains: [{ id: Number(scene.params.domainId) }] } },
    in: [...ALWAYS, ...below('/v4/domains/{domainId}').filter((name) => !name.endsWith('/clone'))],
  },
  'to all VPCs': {
    request: { restrictions: { vpcs: '*' } },
    in: [...ALWAYS, ...below('/v4/vpcs')],
  },
  'to all domains': {
    request: { restrictions: { domains: '*' } },
    in: [...ALWAYS, ...below('/v4/domains')],
  },
  'to all images': {
    request: { restrictions: { images: '*' } },
    in: [...ALWAYS, ...below('/v4/images')],
  },
  'to all of the three': {
    request: { restrictions: { domains: '*', vpcs: '*', images: '*' } },
    in: [...ALWAYS, ...below('/v4/vpcs'), ...below('/v4/domains'), ...below('/v4/images')],
  },
};

const pathOf = ({ path }: Decided) => path.replace(/\{(\w+)\}/g, (_, name: string) => scene.params[name]!);

async function dump(): Promise<unknown> {
  const { rows } = await database.query(
    `SELECT (SELECT json_agg(d ORDER BY id) FROM domains d)::text AS domains, (SELECT json_agg(r ORDER BY id) FROM records r)::text AS records,
       (SELECT json_agg(u ORDER BY id) FROM users u)::text AS users, (SELECT json_agg(c ORDER BY id) FROM oauth_clients c)::text AS clients,
       (SELECT count(*) FROM tokens) AS tokens, (SELECT count(*) FROM ssh_keys) AS keys, (SELECT count(*) FROM images) AS images,
       (SELECT count(*) FROM trusted_devices) AS devices, (SELECT count(*) FROM authorized_apps) AS apps`,
  );
  return rows;
}

describe.each(Object.entries(NARROWED))('a token narrowed %s', (_, { request, in: isIn }) => {
  it('[D-237] [D-279] [D-238] is refused elsewhere, as profile/access reports', async () => {
    const { token } = done(await owner.post('/v4/profile/tokens', request)) as { token: string };
    const client = new Client(app.url, token, '');
    const before = await dump();
    const let_in = await eachInTurn(DECIDED, async (row) => {
      const path = pathOf(row);
      const asked = done(await client.post('/v4/profile/access', { method: row.method, path }));
      const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : {};
      // An admitted request must change nothing for the rows after it.
      const { status } = await client.send(row.method, path, body, { 'Dry-Run': 'true' });
      const isLetIn = [200, 204, 400].includes(status);
      expect([row.name, asked.allowed]).toEqual([row.name, isLetIn]);
      if (!isLetIn) expect([row.name, [403, 404].includes(status)]).toEqual([row.name, true]);
      return isLetIn;
    });
    expect(let_in).toEqual(each(DECIDED, ({ name }) => isIn.includes(name)));
    expect(await dump()).toEqual(before);
  });
});
