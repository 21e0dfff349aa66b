import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, type TestAccount } from '../../support/makers.js';
import { makeOAuthClient, makeOAuthToken } from '../../support/oauth-makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => (app = await startApp()));
beforeEach(async () => (account = await makeAccount(app)));
afterAll(() => app.close());

const ids = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);

async function makeDevice(uid: number, { days = 30, agent = 'Mozilla/5.0' } = {}): Promise<number> {
  const [row] = await query(
    app,
    `INSERT INTO trusted_devices (account_id, user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
     VALUES ((SELECT account_id FROM users WHERE id = $1), $1, uuid_send(gen_random_uuid()), $2, '2026-01-02 03:04:05+00', now() + $3 * interval '1 day', now(), '192.0.2.1')
     RETURNING id`,
    [uid, agent, days],
  );
  return row!.id as number;
}

async function makeLogin(
  uid: number,
  { status = 'successful', daysAgo = 0, ip = '192.0.2.1' } = {},
): Promise<number> {
  const [row] = await query(
    app,
    `INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
     VALUES ((SELECT account_id FROM users WHERE id = $1), $1, now() - $2 * interval '1 day', 'then', false, $3, $4) RETURNING id`,
    [uid, daysAgo, ip, status],
  );
  return row!.id as number;
}

describe('/profile/apps', () => {
  it('[D-89] [D-207] shows one app per client with a live token', async () => {
    const clientId = await makeOAuthClient(account, 'Console');
    await makeOAuthToken(app, account, { clientId, scopes: 'vpc:read_only', expiry: '2099-01-01T00:00:00' });
    await makeOAuthToken(app, account, {
      clientId,
      scopes: 'account:read_only',
      expiry: '2098-01-01T00:00:00',
    });
    const listed = (await account.client.get('/profile/apps')).body;
    expect(listed).toEqual({
      data: [
        {
          id: expect.any(Number),
          label: 'Console',
          created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
          expiry: '2099-01-01T00:00:00',
          scopes: 'vpc:read_only account:read_only',
          thumbnail_url: null,
          website: '',
        },
      ],
      page: 1,
      pages: 1,
      results: 1,
    });
    expect((await account.client.get(`/profile/apps/${listed.data[0].id}`)).body).toEqual(listed.data[0]);
  });

  it('[D-89] an app with a refresh token has no expiry', async () => {
    await makeOAuthToken(app, account, { expiry: '2099-01-01T00:00:00' });
    await query(
      app,
      `UPDATE authorized_apps SET refresh_expiry = now() + interval '1 day' WHERE user_id = $1`,
      [account.uid],
    );
    expect((await account.client.get('/profile/apps')).body.data).toMatchObject([{ expiry: null }]);
  });

  it('an app whose tokens have all expired is not found', async () => {
    await makeOAuthToken(app, account, { expiry: '2099-01-01T00:00:00' });
    const [id] = ids(await account.client.get('/profile/apps'));
    await query(
      app,
      `UPDATE tokens SET expiry = now() - interval '1 day' WHERE kind = 'oauth' AND user_id = $1`,
      [account.uid],
    );
    expect((await account.client.get('/profile/apps')).body.results).toBe(0);
    expect((await account.client.get(`/profile/apps/${id}`)).status).toBe(404);
    expect((await account.client.delete(`/profile/apps/${id}`)).status).toBe(404);
  });

  it('[D-89] a delete ends the tokens of the app at once, and keeps those of other apps', async () => {
    const [one, two] = [await makeOAuthToken(app, account), await makeOAuthToken(app, account)];
    const [first, second] = ids(await account.client.get('/profile/apps'));
    expect(await account.client.delete(`/profile/apps/${first}`)).toMatchObject({ status: 200, body: {} });
    expect((await one.get('/profile')).status).toBe(401);
    expect((await two.get('/profile')).status).toBe(200);
    expect(ids(await account.client.get('/profile/apps'))).toEqual([second]);
    expect((await account.client.delete(`/profile/apps/${first}`)).status).toBe(404);
  });

  it('a new authorization after a delete is another app', async () => {
    const clientId = await makeOAuthClient(account);
    await makeOAuthToken(app, account, { clientId });
    const [first] = ids(await account.client.get('/profile/apps'));
    await account.client.delete(`/profile/apps/${first}`);
    await makeOAuthToken(app, account, { clientId });
    expect(ids(await account.client.get('/profile/apps'))).not.toEqual([first]);
  });

  it('the list of personal tokens has no OAuth tokens', async () => {
    await makeOAuthToken(app, account);
    expect((await account.client.get('/profile/tokens')).body.results).toBe(1);
  });

  it('[D-36] filters', async () => {
    for (const label of ['Console', 'Backup']) {
      await makeOAuthToken(app, account, { clientId: await makeOAuthClient(account, label) });
    }
    const labels = async (filter: object) =>
      (await account.client.filter('/profile/apps', filter)).body.data.map(
        ({ label }: { label: string }) => label,
      );
    expect(await labels({ label: { '+contains': 'back' } })).toEqual(['Backup']);
    expect(await labels({ expiry: null, '+order_by': 'label' })).toEqual(['Backup', 'Console']);
    expect(await labels({ website: '', scopes: '*', created: { '+gt': '2020-01-01' } })).toHaveLength(2);
  });
});

describe('/profile/devices', () => {
  it('[D-87] shows devices that have not expired', async () => {
    const id = await makeDevice(account.uid);
    await makeDevice(account.uid, { days: -1 });
    const listed = (await account.client.get('/profile/devices')).body;
    expect(listed).toMatchObject({ page: 1, pages: 1, results: 1 });
    expect(listed.data).toEqual([
      {
        id,
        created: '2026-01-02T03:04:05',
        expiry: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
        last_authenticated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
        last_remote_addr: '192.0.2.1',
        user_agent: 'Mozilla/5.0',
      },
    ]);
    expect((await account.client.get(`/profile/devices/${id}`)).body).toEqual(listed.data[0]);
  });

  it('an expired device is not found', async () => {
    const id = await makeDevice(account.uid, { days: -1 });
    expect((await account.client.get(`/profile/devices/${id}`)).status).toBe(404);
    expect((await account.client.delete(`/profile/devices/${id}`)).status).toBe(404);
  });

  it('deletes', async () => {
    const id = await makeDevice(account.uid);
    expect(await account.client.delete(`/profile/devices/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await account.client.get('/profile/devices')).body.results).toBe(0);
  });

  it('[D-36] filters', async () => {
    await makeDevice(account.uid, { agent: 'curl' });
    const id = await makeDevice(account.uid, { agent: 'Mozilla' });
    const filter = {
      user_agent: { '+contains': 'moz' },
      last_remote_addr: '192.0.2.1',
      expiry: { '+gt': '2020-01-01' },
    };
    expect(ids(await account.client.filter('/profile/devices', filter))).toEqual([id]);
  });
});

describe('/profile/logins', () => {
  it('[D-88] lists the successful logins of the last 90 days, newest first', async () => {
    const [, second, third] = [
      await makeLogin(account.uid, { daysAgo: 91 }),
      await makeLogin(account.uid, { daysAgo: 89 }),
      await makeLogin(account.uid),
    ];
    await makeLogin(account.uid, { status: 'failed' });
    const listed = (await account.client.get('/profile/logins')).body;
    expect(listed.data.map(({ id }: { id: number }) => id)).toEqual([third, second]);
    expect(listed.data[0]).toEqual({
      id: third,
      datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
      ip: '192.0.2.1',
      restricted: false,
      status: 'successful',
      username: 'then',
    });
  });

  it('[D-88] shows a failed login by id', async () => {
    const id = await makeLogin(account.uid, { status: 'failed' });
    expect((await account.client.get(`/profile/logins/${id}`)).body).toMatchObject({ id, status: 'failed' });
  });

  it('[D-36] filters and orders', async () => {
    const [one, two] = [await makeLogin(account.uid, { ip: '192.0.2.7' }), await makeLogin(account.uid)];
    expect(ids(await account.client.filter('/profile/logins', { ip: '192.0.2.7' }))).toEqual([one]);
    expect(ids(await account.client.filter('/profile/logins', { '+order_by': 'id' }))).toEqual([one, two]);
    expect(ids(await account.client.filter('/profile/logins', { restricted: true }))).toEqual([]);
  });

  it('[D-02] cannot be deleted', async () => {
    const id = await makeLogin(account.uid);
    const answer = await account.client.delete(`/profile/logins/${id}`);
    expect(answer).toMatchObject({ status: 405, body: refusal('', 'Method Not Allowed') });
  });
});

describe('apps, devices and logins', () => {
  const paths = async ({ uid }: TestAccount) => {
    await makeOAuthToken(app, account);
    const [row] = await query(app, 'SELECT id FROM authorized_apps WHERE user_id = $1', [uid]);
    return [`apps/${row!.id}`, `devices/${await makeDevice(uid)}`, `logins/${await makeLogin(uid)}`];
  };

  it('[D-32] belong to the acting user only', async () => {
    const other: Client = (await makeRestricted(app, account)).client;
    for (const path of await paths(account)) {
      expect((await other.get(`/profile/${path}`)).status).toBe(404);
      expect((await other.get(`/profile/${path.split('/')[0]}`)).body.results).toBe(0);
      if (!path.startsWith('logins')) expect((await other.delete(`/profile/${path}`)).status).toBe(404);
      expect((await account.client.get(`/profile/${path}`)).status).toBe(200);
    }
  });

  it('[Profile rule 1] [D-05] are listed in pages', async () => {
    for (let time = 0; time < 3; time++) await paths(account);
    for (const list of ['devices', 'logins']) {
      const { body } = await account.client.get(`/profile/${list}?page=2&page_size=2`);
      expect(body).toMatchObject({ data: [{}], page: 2, pages: 2, results: 3 });
      expect((await account.client.get(`/profile/${list}?page=0`)).status).toBe(400);
    }
  });

  it('[D-30] reading needs account:read_only, revoking account:read_write', async () => {
    const reader = await makeToken(app, account.username, 'account:read_only');
    const other = await makeToken(app, account.username, 'vpc:read_write');
    for (const path of await paths(account)) {
      expect((await reader.get(`/profile/${path}`)).status).toBe(200);
      expect((await other.get(`/profile/${path}`)).status).toBe(403);
      expect((await other.get(`/profile/${path.split('/')[0]}`)).status).toBe(403);
      if (!path.startsWith('logins')) expect((await reader.delete(`/profile/${path}`)).status).toBe(403);
    }
    done(await account.client.get('/profile/apps'));
  });
});
