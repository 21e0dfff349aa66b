import { startApp, type TestApp } from '../support/app.js';
import { platform, refusal } from '../support/client.js';
import { done, makeAccount, makeRestricted, next } from '../support/makers.js';

const CALLERS = 20;

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const TAKEN = 'Username must be unique.';
const email = 'a@example.com';

describe('[D-21] [D-140] one user name wanted at once', () => {
  it('by the first users of many accounts: one account, the others get the ordinary 400', async () => {
    const username = `wanted-${next()}`;
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, i) =>
        platform(app).post('/accounts', {
          company: 'c',
          email,
          user: { username: i % 2 ? username : username.toUpperCase(), email, password: 'long enough' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body]).toEqual([400, refusal('user.username', TAKEN)]);
    }
  });

  it('by many accounts: one wins', async () => {
    const accounts = await Promise.all(Array.from({ length: CALLERS }, () => makeAccount(app)));
    const username = `wanted-${next()}`;
    const answers = await Promise.all(
      accounts.map(({ id }) => platform(app).post(`/accounts/${id}/users`, { username, email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body]).toEqual([400, refusal('username', TAKEN)]);
    }
  });
});

describe('[D-21] users that go', () => {
  it('the last unrestricted user stays, when the platform deletes both at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, username } = await makeAccount(app);
      const other = `other-${next()}`;
      const user = { username: other, email, restricted: false };
      done(await platform(app).post(`/accounts/${id}/users`, user));
      const answers = await Promise.all(
        [username, other].map((name) => platform(app).delete(`/users/${name}`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const refused = answers.find(({ status }) => status === 400)!;
      const reason = "The last unrestricted user of an account can't be deleted.";
      expect(refused.body).toEqual(refusal('', reason));
    }
  });

  it('a user deleted from many sides goes once, with one event', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => platform(app).delete(`/users/${username}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(CALLERS - 1);
    const deletions = await account.client.filter('/account/events', { action: 'user_delete' });
    expect(deletions.body.results).toBe(1);
  });

  it('an account deleted while it is used: no 5xx, and nothing of it stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, client, username } = await makeAccount(app);
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, (_, i) => {
          if (i === 10) return platform(app).delete(`/accounts/${id}`);
          if (i % 3 === 0) return client.post('/vpcs', { label: 'v', region: 'us-east' });
          if (i % 3 === 1) {
            return platform(app).post(`/accounts/${id}/users`, { username: `u-${next()}`, email });
          }
          return platform(app).put(`/users/${username}/password`, { password: 'long enough' });
        }),
      );
      const statuses = [...new Set(answers.map(({ status }) => status))];
      expect(statuses.filter((status) => ![200, 400, 401, 404].includes(status))).toEqual([]);
      expect((await client.get('/profile')).status).toBe(answers[10]!.status === 200 ? 401 : 200);
    }
  });

  it('[D-143] different grants of one user set at once are all kept', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    const names = ['add_vpcs', 'add_domains', 'add_images', 'add_volumes', 'add_longview', 'add_firewalls'];
    await Promise.all(
      names.map((name) => platform(app).put(`/users/${username}/grants`, { global: { [name]: true } })),
    );
    const { global } = done(await platform(app).put(`/users/${username}/grants`, {}));
    for (const name of names) expect([name, global[name]]).toEqual([name, true]);
  });
});
