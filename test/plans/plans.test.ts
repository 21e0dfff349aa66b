import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, type Answer } from '../support/client.js';
import { statementsOf, type Observed } from './observed.js';
import { blocksOf, costly } from './plan.js';

const AMOUNTS = { domains: 20_000, records: 10, tokens: 20_000, events: 50_000, own: 10_000 };
/** No statement may read a table with more rows as a whole. */
const LARGE = 2_500;

/** Statements that may sort, because the number of sorted rows does not grow with the tables. */
const FEW: Readonly<Record<string, string>> = {
  'account.clients.list': 'the applications of one account',
  'account.users.list': 'the users of one account',
  'events.events.listOfRestricted': 'the events that one restricted user sees',
  'access.grants.list.domain': 'the grants of one user',
  'access.grants.list.image': 'the grants of one user',
  'access.grants.list.instance': 'the grants of one user',
  'access.grants.list.vpc': 'the grants of one user',
  'instances.subnets.findUsers': 'at most 100 interfaces',
  'image.images.list': 'the public images and at most MAX_PRIVATE_IMAGES',
  'image.images.listPublic': 'the public images',
  'access.authorizedApps.list': 'the apps of one user',
  'profile.devices.list': 'the devices of one user',
  'account.regions.list': 'a setting',
  'typeorm.vpc_subnets': 'at most MAX_SUBNETS_PER_VPC',
  'vpc.vpcs.insert': 'at most MAX_SUBNETS_PER_VPC',
  'vpc.ips.list': 'the addresses of one account',
  'vpc.ips.listOfVpc': 'the addresses of one VPC',
  'vpc.subnets.list': 'at most MAX_SUBNETS_PER_VPC',
};

let app: TestApp;
let database: pg.Client;
let owner: Client;
let restricted: Client;
let large: ReadonlySet<string>;
/** Of the big account. */
let ids: Readonly<Record<string, number | string>>;

beforeAll(async () => {
  app = await startApp({ MAX_TOKENS_PER_USER: '1000000', MAX_SSH_KEYS_PER_USER: '1000000' });
  database = new pg.Client(app.databaseUrl);
  await database.connect();
  for (const [name, amount] of Object.entries(AMOUNTS)) await database.query(`SET fill.${name} = ${amount}`);
  await database.query(readFileSync(join(packageRoot, 'bench', 'growth', 'fill.sql'), 'utf8'));
  await database.query('VACUUM (ANALYZE)');
  await database.query('SET plan_cache_mode = force_generic_plan; SET random_page_cost = 1.1');
  const { rows } = await database.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > ${LARGE}`,
  );
  large = new Set(rows.map(({ relname }) => relname));
  owner = new Client(app.url, 'growth-0');
  restricted = new Client(app.url, 'growth-restricted');
  const domain = (await first('/domains')).id;
  const vpc = await first('/vpcs');
  ids = {
    domain,
    record: (await first(`/domains/${domain}/records`)).id,
    vpc: vpc.id,
    subnet: vpc.subnets[0].id,
    image: (await owner.get('/images?page=1001&page_size=1')).body.data[0].id,
    event: (await first('/account/events')).id,
  };
});

afterAll(async () => {
  await database?.end();
  await app?.close();
});

async function first(path: string) {
  return (await owner.get(path)).body.data[0];
}

/** The costly parts of the plans of what one request sends, by the statement's name. */
async function costsOf(request: () => Promise<Answer>) {
  const statements = await statementsOf(async () => {
    expect((await request()).status).toBe(200);
  });
  expect(statements).not.toHaveLength(0);
  const costs: [string | undefined, string[]][] = [];
  for (const statement of statements) {
    const found = await costly(database, statement, large);
    const name = nameOf(statement);
    const mayntSort = name !== undefined && !(name in FEW);
    costs.push([name, found.filter((cost) => mayntSort || !cost.startsWith('Sort'))]);
  }
  return costs.filter(([, found]) => found.length > 0);
}

/** A statement's own name, without the part of a list that it reads; of a text that TypeORM wrote, its table. */
function nameOf({ name, text }: Observed): string | undefined {
  if (!name?.startsWith('typeorm.')) return name?.replace(/\.(start|onwards)$/, '');
  return `typeorm.${/(?:FROM|INTO|UPDATE) "(\w+)"/.exec(text)?.[1]}`;
}

const READS: readonly string[] = [
  '/profile',
  '/profile/tokens',
  '/profile/tokens?page=10',
  '/profile/logins',
  '/profile/sshkeys',
  '/profile/apps',
  '/profile/devices',
  '/profile/preferences',
  '/profile/security-questions',
  '/vpcs',
  '/vpcs?page=2&page_size=50',
  '/vpcs/ips',
  '/domains',
  '/domains?page=9',
  '/images',
  '/images?page=10',
  '/account/events',
  '/account/events?page=20',
];
const OWNERS_READS: readonly string[] = [
  '/vpcs/{vpc}',
  '/vpcs/{vpc}/subnets',
  '/vpcs/{vpc}/subnets/{subnet}',
  '/vpcs/{vpc}/ips',
  '/domains/{domain}',
  '/domains/{domain}/records',
  '/domains/{domain}/records?page=120',
  '/domains/{domain}/records/{record}',
  '/domains/{domain}/zone-file',
  '/images/{image}',
  '/account/events/{event}',
  '/account',
  '/account/limits',
  '/account/users',
  '/account/users/growth-1',
  '/account/oauth-clients',
];
const FILTERS: readonly (readonly [path: string, filter: object])[] = [
  ['/domains', { domain: 'd0.growth.example' }],
  ['/domains', { tags: 'team1' }],
  ['/domains', { '+order_by': 'domain' }],
  ['/domains/{domain}/records', { name: 'h1' }],
  ['/domains/{domain}/records', { '+order_by': 'target', type: 'A' }],
  ['/account/events', { action: 'domain_update' }],
  ['/account/events', { created: { '+gt': '2026-01-01T00:00:00' } }],
  ['/images', { label: 'golden' }],
  ['/vpcs', { label: 'production' }],
  ['/profile/tokens', { label: 'deployment' }],
];
const CHANGES: readonly { method: string; path: string; body?: object }[] = [
  {
    method: 'POST',
    path: '/domains',
    body: { domain: 'new.example', type: 'master', soa_email: 'admin@example.com' },
  },
  { method: 'PUT', path: '/domains/{domain}', body: { description: 'Shop' } },
  { method: 'PUT', path: '/domains/{domain}', body: { domain: 'renamed.example' } },
  { method: 'PUT', path: '/domains/{domain}/records/{record}', body: { target: '192.0.2.1' } },
  { method: 'DELETE', path: '/domains/{domain}/records/{record}' },
  {
    method: 'POST',
    path: '/domains/{domain}/records',
    body: { type: 'A', name: 'new', target: '192.0.2.1' },
  },
  { method: 'POST', path: '/domains/{domain}/clone', body: { domain: 'clone.example' } },
  { method: 'DELETE', path: '/domains/{domain}' },
  { method: 'POST', path: '/vpcs', body: { label: 'new', region: 'us-east' } },
  { method: 'PUT', path: '/vpcs/{vpc}', body: { label: 'changed' } },
  { method: 'DELETE', path: '/vpcs/{vpc}/subnets/{subnet}' },
  { method: 'DELETE', path: '/vpcs/{vpc}' },
  { method: 'POST', path: '/profile/tokens', body: { label: 'new' } },
  { method: 'PUT', path: '/profile', body: { timezone: 'UTC' } },
  { method: 'POST', path: '/images/upload', body: { label: 'new', region: 'us-east' } },
  { method: 'PUT', path: '/images/{image}', body: { label: 'changed' } },
  { method: 'DELETE', path: '/images/{image}' },
  { method: 'POST', path: '/account/events/{event}/read' },
  { method: 'POST', path: '/account/events/{event}/seen' },
];

/** A path with the ids of the big account's. */
function filled(path: string): string {
  return path.replace(/{(\w+)}/g, (_, name: string) => String(ids[name]));
}

describe('no prepared statement scans a large table or sorts more than few rows', () => {
  it.each([...READS, ...OWNERS_READS])('GET %s', async (path) => {
    expect(await costsOf(() => owner.get(filled(path)))).toEqual([]);
  });

  it.each(['/profile/grants', ...READS])('GET %s by a restricted user', async (path) => {
    expect(await costsOf(() => restricted.get(path))).toEqual([]);
  });

  it.each(['/images', '/images?page=10'])('GET %s without a token', async (path) => {
    expect(await costsOf(() => anonymous(app).get(path))).toEqual([]);
  });
});

/** Two answers by cursor: the statement of the start, and the one that goes on. */
async function byCursor(client: Client, path: string): Promise<Answer> {
  const { body } = await client.get(`${path}?cursor=&page_size=1`);
  return client.get(`${path}?cursor=${body.next_cursor ?? ''}&page_size=1`);
}

describe('no statement of a cursor scans a large table or sorts more than few rows', () => {
  const isList = (path: string) => !/\?|}$|zone-file|preferences|questions|^\/(profile|account)$/.test(path);
  const lists = READS.filter(isList);

  it.each([...lists, ...OWNERS_READS.filter((path) => isList(path) && !path.endsWith('growth-1'))])(
    '[D-236] GET %s',
    async (path) => {
      expect(await costsOf(() => byCursor(owner, filled(path)))).toEqual([]);
    },
  );

  it.each(lists)('[D-236] GET %s by a restricted user', async (path) => {
    expect(await costsOf(() => byCursor(restricted, path))).toEqual([]);
  });
});

describe('[D-236] the last rows of a list cost a cursor what its first rows cost', () => {
  it.each(['/domains', '/domains/{domain}/records', '/account/events', '/profile/tokens'])(
    '%s',
    async (path) => {
      const list = filled(path);
      const { results } = (await owner.get(list)).body;
      expect(results).toBeGreaterThan(900);
      let cursor = '';
      for (let left = results - 20; left > 0; left -= 500) {
        const { body } = await owner.get(`${list}?cursor=${cursor}&page_size=${Math.min(500, left)}`);
        cursor = body.next_cursor;
      }
      const blocks = async (place: string) => {
        const found = await statementsOf(async () => {
          const { body } = await owner.get(`${list}?cursor=${place}&page_size=20`);
          expect(body.data).toHaveLength(20);
        });
        return blocksOf(
          database,
          found.find(({ text }) => text.includes('AS position'))!,
        );
      };
      expect(await blocks(cursor)).toBeLessThan(3 * (await blocks('')));
    },
  );
});

describe('[D-225] the last page of a list costs what its first page costs', () => {
  it.each(['/domains', '/domains/{domain}/records', '/account/events'])('%s', async (path) => {
    const list = filled(path);
    const { pages } = (await owner.get(`${list}?page_size=50`)).body;
    expect(pages).toBeGreaterThan(15);
    const blocks = async (page: number) => {
      const found = await statementsOf(async () => {
        expect((await owner.get(`${list}?page=${page}&page_size=50`)).status).toBe(200);
      });
      return blocksOf(
        database,
        found.find(({ text }) => text.includes('listed'))!,
      );
    };
    expect(await blocks(pages - 1)).toBeLessThan(3 * (await blocks(1)));
  });
});

describe('[D-225] a page of a user with many rows, far apart, costs the rows it shows and some of an index', () => {
  const [first, last] = [() => 1, (pages: number) => pages];
  it.each([
    ['/profile/tokens', 'growth-own-0', first],
    ['/profile/tokens', 'growth-own-0', last],
    ['/profile/logins', 'growth-own-0', first],
    ['/profile/logins', 'growth-own-0', last],
    ['/profile/logins', 'growth-alone', first],
    ['/profile/logins', 'growth-alone', last],
  ])('%s of %s', async (path, token, page) => {
    const client = new Client(app.url, token);
    const { pages, results } = (await client.get(`${path}?page_size=50`)).body;
    expect(results).toBeGreaterThanOrEqual(1000);
    const found = await statementsOf(async () => {
      expect((await client.get(`${path}?page=${page(pages)}&page_size=50`)).body.data).toHaveLength(50);
    });
    const list = found.find(({ text }) => text.includes('listed'))!;
    expect(await blocksOf(database, list)).toBeLessThan(1.5 * 50);
  });
});

describe('a filtered list reads no more than what the caller has', () => {
  it.each(FILTERS)('%s by %j', async (path, filter) => {
    expect(await costsOf(() => owner.filter(filled(path), filter))).toEqual([]);
  });
});

describe('no change scans a large table', () => {
  it.each(CHANGES)('$method $path', async ({ method, path, body }) => {
    expect(await costsOf(() => owner.send(method, filled(path), body))).toEqual([]);
  });
});
