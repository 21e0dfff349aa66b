import pg from 'pg';
import { implementedRows, pathOf, type Row } from '../access/rows.js';
import { Scene } from '../access/scene.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { done, next } from '../support/makers.js';

const MORE = 4;
/** Statements and requests that create more of each resource. */
const CREATES: readonly (readonly [path: string, body: (n: number) => object])[] = [
  ['/vpcs', () => ({ label: 'net', region: 'us-east' })],
  ['/vpcs/:vpcId/subnets', (n) => ({ label: `sub-${n}`, ipv4: `10.1.${n}.0/24` })],
  ['/profile/sshkeys', () => ({ ssh_key: 'ssh-rsa AAAA' })],
  ['/profile/tokens', () => ({ label: 'more' })],
  ['/domains', (n) => ({ domain: `more${n}.example`, type: 'master', soa_email: 'a@example.com' })],
  ['/domains/claims', (n) => ({ domain: `claimed${n}.example` })],
  ['/domains/:domainId/records', (n) => ({ type: 'A', name: `www${n}`, target: '192.0.2.1' })],
  ['/images/upload', () => ({ label: 'image', region: 'us-east' })],
  ['/account/users', (n) => ({ username: `more-${n}`, email: 'a@example.com' })],
  ['/account/oauth-clients', () => ({ label: 'app', redirect_uri: 'https://example.com/' })],
];
/** Statements for resources that no request creates; `$1` is their number. */
const COPIES: readonly string[] = [
  `logins (account_id, user_id, datetime, username, restricted, ip, status)
   SELECT account_id, user_id, datetime, username, restricted, ip, status FROM logins, generate_series(1, $1::integer)`,
  `trusted_devices (account_id, user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
   SELECT account_id, user_id, sha256(n::text::bytea), user_agent, created, expiry, last_authenticated, last_remote_addr
   FROM trusted_devices, generate_series(1, $1::integer) n`,
  `authorized_apps (account_id, user_id, client_id, scopes, created, refresh_expiry)
   SELECT a.account_id, a.user_id, c.id, a.scopes, a.created, a.refresh_expiry FROM authorized_apps a
     JOIN oauth_clients c ON c.id <> a.client_id LIMIT $1`,
  `instance_configs (id, account_id, instance_id, position, label)
   SELECT 900000, account_id, id, 0, 'default' FROM instances WHERE $1 > 0`,
  `instance_interfaces (id, account_id, config_id, instance_id, position, purpose, subnet_id, active)
   SELECT 900000, i.account_id, 900000, i.id, 0, 'vpc', s.id, true
   FROM instances i, (SELECT id FROM vpc_subnets ORDER BY id LIMIT 1) s WHERE $1 > 0`,
  `vpc_addresses (account_id, interface_id, instance_id, subnet_id, range, is_range)
   SELECT account_id, id, instance_id, subnet_id, ('10.0.0.' || 10 + n)::cidr, n % 2 = 0
   FROM instance_interfaces, generate_series(1, $1::integer + 1) n`,
  `deleted_domains (account_id, id, domain, named, deleted, zone_version, stored, records)
   SELECT account_id, id + 900000 + n, n || '.' || domain, named, deleted, zone_version, stored, records
   FROM deleted_domains, generate_series(1, $1::integer) n`,
];

/** What the description of `X-Filter` says last: the fields, and those of them that give no order. */
const ORDERS = /Fields: ([a-z0-9_., ]+?)\.(?: Not for `\+order_by`: ([a-z_, ]+)\.)?$/;

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let app: TestApp;
let owner: Client;
let restricted: Client;
/** The rows of the endpoint table that return a list, with the path of each. */
let lists: Map<string, string>;

beforeAll(async () => {
  app = await startApp();
  const database = new pg.Client(app.databaseUrl);
  await database.connect();
  try {
    const scene = await Scene.make(app, database);
    owner = await scene.owner();
    restricted = await scene.restricted({
      ...{ accountAccess: 'read_only', grants: 'read_only', globalGrants: ['add_domains'] },
    });
    const filled = (path: string) => pathOf({ path } as Row, scene.params);
    for (const [path, body] of CREATES) {
      for (let n = 0; n < MORE; n++) done(await owner.post(`/v4${filled(path)}`, body(next())));
    }
    for (const copy of COPIES) await database.query(`INSERT INTO ${copy}`, [MORE]);
    lists = await listsOf(implementedRows(app), filled);
  } finally {
    await database.end();
  }
});
afterAll(() => app?.close());

async function listsOf(rows: readonly Row[], filled: (path: string) => string) {
  const found = new Map<string, string>();
  for (const { name, method, path } of rows) {
    if (method !== 'GET' || !path.startsWith('/v4/')) continue;
    const { status, body } = await owner.get(filled(path));
    if (status === 200 && body.pages) found.set(name, filled(path));
  }
  return found;
}

/** The addresses of a `Link` header by their relation. */
function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, address, rel]) => [rel, address]));
}

/** All rows that the caller finds by following the links from a path. */
async function followed(client: Client, path: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let address: string | undefined = path; address;) {
    const answer = await client.get(address);
    found.push(...done(answer).data);
    address = linksOf(answer.headers).next;
  }
  return found;
}

it('[D-236] the lists of the endpoint table are these', () => {
  expect([...lists.keys()].sort()).toEqual([
    'account.client.list',
    'account.user.list',
    'domain.claim.list',
    'domain.deleted.list',
    'domain.list',
    'domain.record.list',
    'domain.version.list',
    'event.list',
    'image.list',
    'profile.app.list',
    'profile.device.list',
    'profile.login.list',
    'profile.sshKey.list',
    'profile.token.list',
    'region.list',
    'vpc.ips.list',
    'vpc.ips.list.alias',
    'vpc.ips.listOfVpc',
    'vpc.list',
    'vpc.subnet.list',
  ]);
});

describe('[D-236] every list', () => {
  it('has several rows in this test', async () => {
    for (const path of lists.values()) expect(done(await owner.get(path)).results).toBeGreaterThan(MORE);
  });

  it('links to its other pages', async () => {
    for (const path of lists.values()) {
      const { pages } = done(await owner.get(`${path}?page_size=2`));
      const answer = await owner.get(`${path}?page_size=2&page=2&other=1`);
      const page = (number: number) => `${path}?page=${number}&page_size=2`;
      expect(linksOf(answer.headers)).toEqual({
        first: page(1),
        prev: page(1),
        next: page(3),
        last: page(pages),
      });
      expect((await owner.send('HEAD', page(2))).headers.get('link')).toBe(answer.headers.get('link'));
    }
  });

  it.each(['?page_size=2', '?cursor=&page_size=2', '?cursor=&page_size=500'])(
    'is complete by the links from %s',
    async (query) => {
      for (const client of [owner, restricted]) {
        for (const path of lists.values()) {
          const whole = done(await client.get(`${path}?page_size=500`)).data;
          expect(await followed(client, path + query)).toEqual(whole);
        }
      }
    },
  );

  it('is complete with a filter', async () => {
    for (const path of lists.values()) {
      const whole = done(await owner.get(`${path}?page_size=500`)).data as unknown[];
      const found: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const body = done(await owner.filter(`${path}?cursor=${cursor}&page_size=2`, { '+and': [{}] }));
        found.push(...body.data);
        cursor = body.next_cursor;
      }
      expect(found).toEqual(whole);
    }
  });

  it('[D-296] is filtered and ordered as the OpenAPI document says', async () => {
    const { paths } = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    for (const [name, path] of lists) {
      const { parameters } = operations.find(({ operationId }) => operationId === name.replaceAll('.', '_'))!;
      const { description } = parameters.find((parameter) => parameter.name === 'X-Filter')!;
      const examples = [...description.matchAll(/`(\{.+?\})`/g)].map(([, example]) => JSON.parse(example!));
      expect(examples).toHaveLength(2);
      for (const example of examples) done(await owner.filter(path, example));
      const [, fields, unordered = ''] = ORDERS.exec(description)!;
      // A record has an owner only with `notes`, which other lists ignore.
      for (const field of fields!.split(', ')) {
        const { status } = await owner.filter(`${path}?notes=true`, { '+order_by': field });
        expect({ path, field, status }).toEqual({
          ...{ path, field },
          status: unordered.split(', ').includes(field) ? 400 : 200,
        });
      }
    }
  });

  it('refuses a cursor with a page', async () => {
    for (const path of lists.values()) {
      const { status, body } = await owner.get(`${path}?cursor=&page=1`);
      expect({ path, status, field: body.errors?.[0].field }).toEqual({ path, status: 400, field: 'cursor' });
    }
  });
});

it('[D-236] a response that is not a list has no links', async () => {
  const [vpc] = done(await owner.get('/v4/vpcs')).data;
  for (const path of [`/v4/vpcs/${vpc.id}`, '/v4/profile', '/v4/profile/security-questions', '/v4/nothing']) {
    expect((await owner.get(path)).headers.has('link')).toBe(false);
  }
  expect((await owner.get('/v4/vpcs?page=0')).headers.has('link')).toBe(false);
});
