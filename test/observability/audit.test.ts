import { TidyService } from '../../src/image/jobs/tidy.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, platform, type Answer } from '../support/client.js';
import { nextDomain } from '../support/domains.js';
import { captureAll } from '../support/images.js';
import { done, makeAccount, makeInstance, makeVpc, next, type TestAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

const ADDRESS = '198.51.100.7';
const FROM = { 'X-Forwarded-For': `203.0.113.9, ${ADDRESS}` };

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

/** What the database keeps of the events of an account, oldest first. */
const kept = (account: TestAccount, of = app) =>
  query(
    of,
    `SELECT action, token_id, client_address, request_id FROM events WHERE account_id = $1 ORDER BY id`,
    [account.id],
  );

/** The id of a client's own token. */
async function tokenId(client: Client): Promise<number> {
  const tokens = done(await client.get('/profile/tokens')).data as { id: number; token: string }[];
  return tokens.find(({ token }) => client.token!.startsWith(token))!.id;
}

const by = (answer: Answer, token_id: number | null) => ({
  token_id,
  client_address: ADDRESS,
  request_id: answer.headers.get('x-request-id'),
});

type Make = (client: Client, account: TestAccount) => Promise<Answer>;

describe('the audit of who did what', () => {
  it.each<[string, string, Make]>([
    ['vpc', 'vpc_create', (client) => client.post('/vpcs', { label: 'net', region: 'us-east' }, FROM)],
    ['profile', 'profile_update', (client) => client.put('/profile', { timezone: 'UTC' }, FROM)],
    [
      'domain',
      'domain_create',
      (client) =>
        client.post('/domains', { domain: nextDomain(), type: 'slave', master_ips: ['192.0.2.1'] }, FROM),
    ],
    [
      'image',
      'image_upload',
      (client) => client.post('/images/upload', { label: 'golden', region: 'us-east' }, FROM),
    ],
    [
      'account',
      'user_create',
      (client) => client.post('/account/users', { username: `new-${next()}`, email: 'n@example.com' }, FROM),
    ],
  ])(
    '[D-50] [D-132] %s: an event keeps its token, client address and request',
    async (_area, action, make) => {
      const account = await makeAccount(app);
      const answer = await make(account.client, account);
      expect(answer.status).toBe(200);
      expect(await kept(account)).toEqual([{ action, ...by(answer, await tokenId(account.client)) }]);
    },
  );

  it('tells apart two tokens of one user', async () => {
    const account = await makeAccount(app);
    const { id, token } = done(await account.client.post('/profile/tokens', { label: 'second' }));
    const answer = await new Client(app.url, token).put('/profile', { timezone: 'UTC' }, FROM);
    expect((await kept(account)).at(-1)).toEqual({ action: 'profile_update', ...by(answer, id) });
  });

  it('the platform has an address and a request, and no token of a customer', async () => {
    const account = await makeAccount(app);
    const user = { username: `made-${next()}`, email: 'm@example.com' };
    const made = await platform(app).post(`/accounts/${account.id}/users`, user, FROM);
    const gone = await platform(app).delete(`/users/${user.username}`, FROM);
    const redirect_uri = 'https://app.example.com/back';
    const client = { account_id: account.id, label: 'app', redirect_uri };
    const registered = await platform(app).post('/oauth-clients', client, FROM);
    const { id } = await makeInstance(app, account);
    const removed = await platform(app).delete(`/instances/${id}?keep_image=true`, FROM);
    expect(await kept(account)).toEqual([
      { action: 'user_create', ...by(made, null) },
      { action: 'user_delete', ...by(gone, null) },
      { action: 'oauth_client_create', ...by(registered, null) },
      { action: 'disk_imagize', ...by(removed, null) },
    ]);
  });

  it('a job has neither', async () => {
    const account = await makeAccount(app);
    const { id } = await makeInstance(app, account);
    done(await platform(app).delete(`/instances/${id}?keep_image=true`));
    await captureAll(app);
    await query(app, `UPDATE images SET expiry = '2020-01-01' WHERE account_id = $1`, [account.id]);
    expect(await app.app.get(TidyService).deleteOverdue()).toHaveLength(1);
    expect((await kept(account)).at(-1)).toEqual({
      action: 'image_delete',
      token_id: null,
      client_address: null,
      request_id: null,
    });
  });

  it('[D-132] is never shown', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client);
    const text = JSON.stringify(done(await client.get('/account/events')));
    expect(text).not.toMatch(/token_id|address|request/);
  });

  it('[D-50] forwarding headers of a peer that is no trusted proxy change nothing', async () => {
    const direct = await startApp();
    try {
      const account = await makeAccount(direct);
      done(await account.client.post('/vpcs', { label: 'net', region: 'us-east' }, FROM));
      expect((await kept(account, direct))[0]).toMatchObject({ client_address: '127.0.0.1' });
    } finally {
      await direct.close();
    }
  });
});
