import type { TestApp } from '../../support/app.js';
import { platform, refusal, type Client } from '../../support/client.js';
import { nextDomain } from '../../support/domains.js';
import { startImageApp } from '../../support/images.js';
import { done, makeAccount, makeRestricted, makeToken, next } from '../../support/makers.js';
import { narrow } from '../../support/narrowed.js';
import { makeOAuthToken } from '../../support/oauth-makers.js';

const LIMIT = 3;
const SETTINGS = [
  'DOMAINS_PER_ACCOUNT',
  'USERS_PER_ACCOUNT',
  'OAUTH_CLIENTS_PER_ACCOUNT',
  'VPCS_PER_ACCOUNT',
  'PRIVATE_IMAGES',
  'TOKENS_PER_USER',
  'SSH_KEYS_PER_USER',
];

let app: TestApp;
beforeAll(async () => {
  app = await startImageApp(Object.fromEntries(SETTINGS.map((name) => [`MAX_${name}`, String(LIMIT)])));
});
afterAll(() => app.close());

interface Limit {
  readonly name: string;
  readonly limit: number;
  readonly used: number;
}

const email = 'many@example.com';
const KEY = { ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI' };
const CREATE: Readonly<Record<string, (client: Client) => ReturnType<Client['post']>>> = {
  domains: (client) => client.post('/domains', { domain: nextDomain(), type: 'master', soa_email: email }),
  users: (client) => client.post('/account/users', { username: `user-${next()}-of-many`, email }),
  oauth_clients: (client) =>
    client.post('/account/oauth-clients', { label: 'app', redirect_uri: 'https://app.example.com/' }),
  vpcs: (client) => client.post('/vpcs', { label: 'net', region: 'us-east' }),
  images: (client) => client.post('/images/upload', { label: 'disk', region: 'us-east' }),
  tokens: (client) => client.post('/profile/tokens', {}),
  ssh_keys: (client) => client.post('/profile/sshkeys', KEY),
};

async function limits(client: Client): Promise<Limit[]> {
  return done(await client.get('/account/limits')).data as Limit[];
}

async function used(client: Client, name: string): Promise<number> {
  return (await limits(client)).find((limit) => limit.name === name)!.used;
}

describe('[D-235] GET /account/limits', () => {
  it('names everything that a new account may have, and what it has', async () => {
    const { client } = await makeAccount(app);
    const at = (name: string, count: number) => ({ name, limit: LIMIT, used: count });
    expect(await limits(client)).toEqual([
      at('domains', 0),
      at('users', 1),
      at('oauth_clients', 0),
      at('vpcs', 0),
      at('images', 0),
      at('tokens', 1),
      at('ssh_keys', 0),
    ]);
  });

  it.each(Object.entries(CREATE))(
    'the next of %s is refused exactly when used is limit',
    async (name, create) => {
      const { client } = await makeAccount(app);
      for (let count = await used(client, name); count < LIMIT; count++) {
        expect(await used(client, name)).toBe(count);
        done(await create(client));
      }
      expect(await used(client, name)).toBe(LIMIT);
      expect((await create(client)).status).toBe(400);
      expect(await used(client, name)).toBe(LIMIT);
    },
  );

  it('counts as the quotas do: no proxy user, no token that has ended, nothing of another account or user', async () => {
    const parent = await makeAccount(app);
    const child = await makeAccount(app, parent.id);
    const { id, client } = child;
    await makeOAuthToken(app, child);
    const proxy = { username: `proxy-${next()}`, email, user_type: 'proxy' };
    done(await platform(app).post(`/accounts/${id}/users`, proxy));
    const expiry = new Date(app.clock.milliseconds() + 60_000).toISOString().slice(0, 19);
    done(await client.post('/profile/tokens', { expiry }));
    done(await client.post('/profile/sshkeys', KEY));
    expect(await used(client, 'users')).toBe(1);
    expect(await used(client, 'tokens')).toBe(2);
    app.clock.forward(61);
    expect(await used(client, 'tokens')).toBe(1);
    expect(await used(parent.client, 'ssh_keys')).toBe(0);
  });

  it('shows more than the limit when the platform has made more', async () => {
    const { id, client } = await makeAccount(app);
    for (let count = 0; count < LIMIT; count++) {
      done(await platform(app).post(`/accounts/${id}/users`, { username: `user-${next()}`, email }));
    }
    expect(await used(client, 'users')).toBe(LIMIT + 1);
  });

  it('[D-279] any token may ask, but one that is narrowed to entities', async () => {
    const account = await makeAccount(app);
    const weak = await makeToken(app, account.username, 'images:read_only');
    expect(await limits(weak)).toHaveLength(7);
    const { client } = await makeRestricted(app, account);
    expect(await used(client, 'users')).toBe(2);
    const narrowed = await narrow(app, account.client, { vpcs: '*' });
    const answer = await narrowed.get('/account/limits');
    expect(answer).toMatchObject({
      status: 403,
      body: refusal('', "The token's restrictions do not allow this."),
    });
  });
});
