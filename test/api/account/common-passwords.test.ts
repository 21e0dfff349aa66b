import { startApp, type TestApp } from '../../support/app.js';
import { platform, refusal } from '../../support/client.js';
import { logIn, visit } from '../../support/login.js';
import { done, makeAccount, next } from '../../support/makers.js';
import { PASSWORD } from '../../support/oauth.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

const common = (field: string) => ({ status: 400, body: refusal(field, 'Password is too common.') });

describe('[D-282] a common password is refused', () => {
  it('by the platform, for every user', async () => {
    const account = await makeAccount(app);
    const user = { username: `user-${next()}`, email: 'ada@example.com', password: 'password1' };
    const asked = { company: 'Example', email: user.email, user };
    expect(await platform(app).post('/accounts', asked)).toMatchObject(common('user.password'));
    expect(await platform(app).post(`/accounts/${account.id}/users`, user)).toMatchObject(common('password'));
    const path = `/users/${account.username}/password`;
    expect(await platform(app).put(path, { password: 'abcdefgh' })).toMatchObject(common('password'));
  });

  it('by the account’s users, and on the page', async () => {
    const account = await makeAccount(app);
    const user = { username: `user-${next()}`, email: 'ada@example.com' };
    const { client } = account;
    expect(await client.post('/account/users', { ...user, password: 'iloveyou' })).toMatchObject(
      common('password'),
    );
    done(await client.post('/account/users', user));
    expect(await client.put(`/account/users/${user.username}`, { password: 'qwertyuiop' })).toMatchObject(
      common('password'),
    );
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    await visitor.get('/login/security');
    const fields = { step: 'password', current: PASSWORD, password: 'letmein1!' };
    const page = await visitor.submit('/login/security', fields);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Password is too common.');
  });
});

it('[D-211] the platform’s password hashes take turns, by account', async () => {
  const busy = await startApp({ MAX_PASSWORD_HASHES: '1/2' });
  const [stormy, calm] = [await makeAccount(busy), await makeAccount(busy)];
  const change = ({ username }: typeof calm, password: string) =>
    platform(busy).put(`/users/${username}/password`, { password });
  const storm = Promise.all(
    Array.from({ length: 300 }, (_, index) => change(stormy, `storm of passwords ${index}`)),
  );
  expect((await change(calm, 'the calm one changes')).status).toBe(200);
  expect((await storm).filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  await busy.close();
});
