import { startApp, type TestApp } from '../support/app.js';
import { platform } from '../support/client.js';
import { logIn, visit } from '../support/login.js';
import { done, makeAccount, next } from '../support/makers.js';
import { PASSWORD } from '../support/oauth.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

describe('[D-312] a common password', () => {
  it('is refused on the page where users set their own', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    await visitor.get('/login/security');
    const fields = { step: 'password', current: PASSWORD, password: 'letmein1!' };
    const page = await visitor.submit('/login/security', fields);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Password is too common.');
  });

  it('is what an admin or the platform may give, which know only D-140', async () => {
    const { id, username, client } = await makeAccount(app);
    const user = () => ({ username: `user-${next()}`, email: 'ada@example.com', password: 'aaaaaaaa' });
    expect(await platform(app).post(`/accounts/${id}/users`, user())).toMatchObject({ status: 200 });
    expect(await platform(app).put(`/users/${username}/password`, { password: 'password1' })).toMatchObject({
      status: 200,
    });
    done(await client.post('/account/users', user()));
  });
});

it('[D-211] the platform’s password hashes take turns with customers’ work, and wait as long as it takes', async () => {
  const busy = await startApp({ MAX_PASSWORD_HASHES: '1/2' });
  const [stormy, calm] = [await makeAccount(busy), await makeAccount(busy)];
  const change = ({ username }: typeof calm, password: string) =>
    platform(busy).put(`/users/${username}/password`, { password });
  let answered = 0;
  const storm = Promise.all(
    Array.from({ length: 150 }, async (_, index) => {
      const { status } = await change(stormy, `storm of passwords ${index}`);
      answered++;
      return status;
    }),
  );
  expect((await change(calm, 'the calm one changes')).status).toBe(200);
  expect(answered).toBeLessThan(100);
  expect(new Set(await storm)).toEqual(new Set([200]));
  await busy.close();
});
