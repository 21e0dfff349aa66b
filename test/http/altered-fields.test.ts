import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import {
  done,
  makeAccount,
  makeInstance,
  makeRestricted,
  makeVpc,
  next,
  type TestAccount,
} from '../support/makers.js';
import { parseDictionary } from '../support/structured-fields.js';
import { expected, KEY, sharedFields, told, VALUES, type Body } from './altered-values.js';

/**
 * An endpoint that stores fields: requests that it accepts, and where the stored object is shown.
 */
interface Storing {
  /** A body that is stored unchanged; `n` differs each time. */
  body(n: number): Body;
  path?(): Promise<string>;
  shown(answer: Body): string;
  /** Further values of its fields, besides those of `VALUES`. */
  readonly values?: Readonly<Record<string, (n: number) => readonly unknown[]>>;
}

let app: TestApp;
let account: TestAccount;
let client: Client;
let fields: Awaited<ReturnType<typeof sharedFields>>;

beforeAll(async () => {
  app = await startApp({ MAX_VPCS_PER_ACCOUNT: '1000', MAX_TOKENS_PER_USER: '1000' });
  account = await makeAccount(app);
  ({ client } = account);
  fields = await sharedFields(app.url);
});
afterAll(() => app.close());

const ids = ({ id }: Body) => String(id);
const created = async (path: string, body: Body) => done(await client.post(path, body)) as Body;
const domainBody = (n: number) => ({
  domain: `base${n}.example`,
  type: 'master',
  soa_email: 'a@example.com',
});
const newDomain = async () => `/domains/${ids(await created('/domains', domainBody(next())))}`;

/** Every operation whose response has a field of its request. */
const STORING: Readonly<Record<string, Storing>> = {
  vpc_create: { body: () => ({ label: 'net', region: 'us-east' }), shown: (of) => `/vpcs/${ids(of)}` },
  vpc_update: put(async () => `/vpcs/${(await makeVpc(client)).id}`),
  vpc_subnet_create: {
    path: async () => `/vpcs/${(await makeVpc(client)).id}/subnets`,
    body: () => ({ label: 'sub', ipv4: '10.9.0.0/24' }),
    shown: ids,
  },
  vpc_subnet_update: put(async () => {
    const { id, subnets } = await makeVpc(client, { subnets: 1 });
    return `/vpcs/${id}/subnets/${subnets[0].id}`;
  }),
  profile_update: put(() => Promise.resolve('/profile')),
  profile_securityQuestions_answer: {
    body: () => ({ security_questions: VALUES.security_questions!(0)[0] }),
    shown: () => '/profile/security-questions',
  },
  profile_sshKey_create: { body: () => ({ ssh_key: KEY }), shown: (of) => `/profile/sshkeys/${ids(of)}` },
  profile_sshKey_update: put(
    async () => `/profile/sshkeys/${ids(await created('/profile/sshkeys', { ssh_key: KEY }))}`,
  ),
  profile_token_create: { body: () => ({}), shown: (of) => `/profile/tokens/${ids(of)}` },
  profile_token_update: put(async () => `/profile/tokens/${ids(await created('/profile/tokens', {}))}`),
  image_create: {
    body: (n) => ({ disk_id: disks[n % disks.length] }),
    shown: (of) => `/images/${ids(of)}`,
  },
  image_update: put(async () => {
    const { image } = await created('/images/upload', { label: 'image', region: 'us-east' });
    return `/images/${ids(image as Body)}`;
  }),
  domain_create: { body: domainBody, shown: (of) => `/domains/${ids(of)}` },
  domain_update: put(newDomain),
  domain_clone: {
    path: async () => `${await newDomain()}/clone`,
    body: (n) => ({ domain: `clone${n}.example` }),
    shown: (of) => `/domains/${ids(of)}`,
  },
  domain_record_note_update: put(async () => {
    const domain = await newDomain();
    const record = { type: 'A', name: 'www', target: '192.0.2.1' };
    return `${domain}/records/${ids(await created(`${domain}/records`, record))}/note`;
  }),
  account_client_create: {
    body: () => ({ label: 'app', redirect_uri: 'https://example.com/' }),
    shown: (of) => `/account/oauth-clients/${ids(of)}`,
  },
  account_client_update: put(async () => {
    const app = { label: 'app', redirect_uri: 'https://example.com/' };
    return `/account/oauth-clients/${ids(await created('/account/oauth-clients', app))}`;
  }),
  account_user_create: {
    body: (n) => ({ username: `new-${n}`, email: 'a@example.com' }),
    shown: ({ username }) => `/account/users/${username as string}`,
  },
  account_user_update: {
    ...put(async () => {
      const user = { username: `old-${next()}`, email: 'a@example.com' };
      return `/account/users/${(await created('/account/users', user)).username as string}`;
    }),
    shown: ({ username }) => `/account/users/${username as string}`,
  },
};
/**
 * Records and grants have tests of their own. An import and a claim have the fields of a clone, and
 * need a nameserver.
 */
const ELSEWHERE = [
  'domain_claim_create',
  'domain_record_create',
  'domain_record_update',
  'account_user_setGrants',
  'domain_import',
];

let disks: number[];
beforeAll(async () => {
  disks = (await makeInstance(app, account)).disks.map(({ id }: { id: number }) => id);
});

function put(path: () => Promise<string>): Storing {
  return { path, body: () => ({}), shown: () => '' };
}

describe('[D-233] [D-277] Altered-Fields lists exactly the fields that the response shows with another value', () => {
  it('of every operation', () => {
    expect([...fields.keys()].sort()).toEqual([...Object.keys(STORING), ...ELSEWHERE].sort());
  });

  it.each(Object.keys(STORING))('%s', async (operation) => {
    const { method, path, shared } = fields.get(operation)!;
    const storing = STORING[operation]!;
    const stored = new Set<string>();
    for (const key of shared) {
      for (const value of VALUES[key]!(next())) {
        const body = { ...storing.body(next()), [key]: value };
        const target = (await storing.path?.()) ?? path;
        const answer = await client.send(method, target, body);
        if (answer.status !== 200) continue;
        stored.add(key);
        const shownAt = storing.shown(answer.body);
        const shown = shownAt === '' ? target : shownAt.startsWith('/') ? shownAt : `${target}/${shownAt}`;
        const found = done(await client.get(shown)) as Body;
        expect({ body, told: told(answer) }).toEqual({ body, told: expected(body, found) });
      }
    }
    expect([...stored]).toEqual(shared);
  });
});

describe('[D-233] of grants, only those that the request names', () => {
  it.each<[string, (vpc: number, other: number) => object, string | null]>([
    [
      'a label, which is ignored and shown with another value',
      (vpc) => ({ vpc: [{ id: vpc, permissions: 'read_only', label: 'x' }] }),
      'vpc',
    ],
    ['a removed grant', (vpc) => ({ vpc: [{ id: vpc, permissions: null }] }), null],
    ['account-level grants', () => ({ global: { add_vpcs: true, account_access: 'read_only' } }), null],
    [
      'one entity twice: the last counts',
      (vpc) => ({
        vpc: [
          { id: vpc, permissions: 'read_only' },
          { id: vpc, permissions: 'read_write' },
        ],
      }),
      'vpc',
    ],
  ])('%s', async (_reason, body, header) => {
    const { username } = await makeRestricted(app, account);
    const [vpc, other] = [(await makeVpc(client)).id, (await makeVpc(client)).id];
    const answer = await client.put(`/account/users/${username}/grants`, body(vpc, other));
    expect({ status: answer.status, header: answer.headers.get('altered-fields') }).toEqual({
      status: 200,
      header,
    });
  });
});

describe('[D-233] the header is missing', () => {
  it('for keys that the response does not have', async () => {
    const { id } = await makeVpc(client, { subnets: 1 });
    const { headers, status } = await client.put(`/vpcs/${id}`, { colour: 'red', label: 'net' });
    expect([status, headers.get('altered-fields')]).toEqual([200, null]);
  });

  it('for a refused request, and for one that stores nothing', async () => {
    const domain = await newDomain();
    const refused = await client.put(domain, { ttl_sec: 301, refresh_sec: 'x' });
    expect([refused.status, refused.headers.get('altered-fields')]).toEqual([400, null]);
    expect((await client.get(domain)).headers.has('altered-fields')).toBe(false);
    expect((await client.delete(domain, {})).headers.has('altered-fields')).toBe(false);
  });

  it('for a password', async () => {
    const user = {
      username: `secret-${next()}`,
      email: 'a@example.com',
      password: ' correct horse battery ',
    };
    expect((await client.post('/account/users', user)).headers.has('altered-fields')).toBe(false);
  });

  it('[D-76] for preferences, which are any object', async () => {
    const { headers } = await client.put('/profile/preferences', { ttl_sec: 301, label: ' x ' });
    expect(headers.has('altered-fields')).toBe(false);
  });
});

describe('[D-277] ignored fields', () => {
  it('[D-13] are listed when the response shows another value', async () => {
    const { id, created, ...read } = await makeVpc(client, { subnets: 1 });
    const sent = { ...read, id: 5, created: '', subnets: [], region: 'x', constructor: 1 };
    const { headers, status } = await client.put(`/vpcs/${id}`, sent);
    const header = `subnets, region;sent="x";stored="us-east", id;sent=5;stored=${id}, created;sent="";stored="${created}"`;
    expect({ status, fields: parseDictionary(headers.get('altered-fields')!) }).toEqual({
      status: 200,
      fields: parseDictionary(header),
    });
  });

  it('are not listed for an object that was read and sent again', async () => {
    const vpc = await makeVpc(client, { subnets: 2 });
    expect((await client.put(`/vpcs/${vpc.id}`, vpc)).headers.get('altered-fields')).toBeNull();
  });
});

it('[D-277] the response to an upload shows the fields of the image', async () => {
  const upload = { label: 'a', region: 'us-east', description: '', status: 'available' };
  const { headers, status } = await client.post('/images/upload', upload);
  const altered = 'description;sent="", status;sent="available";stored="pending_upload"';
  expect([status, headers.get('altered-fields')]).toEqual([200, altered]);
});

describe('[D-277] a secret', () => {
  it.each<[string, string, object]>([
    ['token', '/profile/tokens', { token: 'mine' }],
    [
      'secret',
      '/account/oauth-clients',
      { label: 'a', redirect_uri: 'https://example.com/', secret: 'mine' },
    ],
    ['upload_to', '/images/upload', { label: 'a', region: 'us-east', upload_to: 'mine' }],
  ])('%s: the header has only the key', async (key, path, body) => {
    const { headers, status } = await client.post(path, body);
    expect([status, headers.get('altered-fields')]).toEqual([200, key]);
  });

  it('is every field of a response whose name says so', async () => {
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as object;
    const names = [
      ...JSON.stringify(document).matchAll(/"(\w*(?:token|secret|scratch|upload_to|password)\w*)":\{"/g),
    ];
    const fields = new Set(names.map(([, name]) => name!));
    // No response has a password, and the time of a password is not a secret.
    const secrets = [...fields].filter((name) => !name.startsWith('password')).sort();
    expect(secrets).toEqual(['scratch', 'secret', 'token', 'upload_to']);
  });
});

it('[D-233] lists any mixture of fields of a domain', async () => {
  const { method, shared } = fields.get('domain_update')!;
  const value = (key: string) => fc.nat(50).map((n) => VALUES[key]!(next())[n % VALUES[key]!(0).length]);
  const body = fc.record(Object.fromEntries(shared.map((key) => [key, value(key)])), { requiredKeys: [] });
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const path = await newDomain();
      const answer = await client.send(method, path, sent);
      if (answer.status !== 200) return;
      stored++;
      expect(told(answer)).toEqual(expected(sent, done(await client.get(path))));
    }),
    { numRuns: 60 },
  );
  expect(stored).toBeGreaterThan(0);
});
