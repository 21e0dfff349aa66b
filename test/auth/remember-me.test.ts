import { startApp, type TestApp } from '../support/app.js';
import { done, makeAccount } from '../support/makers.js';
import { enterCode, logIn, visit } from '../support/login.js';
import { totpCode, turnOnTwoFactor } from '../support/two-factor.js';
import { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

describe('[D-87] remember me', () => {
  it('makes the browser a trusted device, which needs no code', async () => {
    const { account, visitor } = await makeRemembered();
    const [device] = done(await account.client.get('/profile/devices')).data;
    expect(device).toMatchObject({ user_agent: 'Browser/1.0' });
    await visitor.get('/logout');
    await visitor.submit('/logout', {});
    await visitor.get('/login');
    const page = await visitor.follow(await logIn(visitor, account));
    expect(page.text).toContain('You are signed in');
    expect(done(await account.client.get('/profile/devices')).results).toBe(1);
  });

  it('[D-170] survives a browser restart', async () => {
    const { visitor } = await makeRemembered();
    visitor.forget('login_browser');
    expect((await visitor.get('/login')).text).toContain('You are signed in');
  });

  it('ends, with the login, when the device is deleted', async () => {
    const { account, visitor } = await makeRemembered();
    const [device] = done(await account.client.get('/profile/devices')).data;
    done(await account.client.delete(`/profile/devices/${device.id}`));
    expect((await visitor.get('/login')).text).not.toContain('You are signed in');
    const page = await visitor.follow(await logIn(visitor, account));
    expect(page.text).toContain('Two-factor code');
  });

  it('ends after 30 days', async () => {
    const { account, visitor } = await makeRemembered();
    app.clock.forward(30 * 86400);
    expect((await visitor.get('/login')).text).not.toContain('You are signed in');
    expect((await visitor.follow(await logIn(visitor, account))).text).toContain('Two-factor code');
  });

  it('starts its 30 days anew when a remembered user asks for it again', async () => {
    const { account, visitor } = await makeRemembered();
    const [device] = done(await account.client.get('/profile/devices')).data;
    app.clock.forward(20 * 86400);
    await visitor.submit('/login', { step: 'restart' });
    await visitor.get('/login');
    await visitor.follow(await logIn(visitor, account, { remember: 'yes' }));
    app.clock.forward(20 * 86400);
    expect((await visitor.get('/login')).text).toContain('You are signed in');
    const { data } = done(await account.client.get('/profile/devices'));
    expect(data).toMatchObject([{ id: device.id, created: device.created }]);
  });

  it('[D-141] ends, with every login, when the password changes', async () => {
    const { account, visitor } = await makeRemembered();
    const password = 'another good password';
    done(await account.client.put(`/account/users/${account.username}`, { password }));
    expect((await visitor.get('/login')).text).not.toContain('You are signed in');
    expect(done(await account.client.get('/profile/devices')).results).toBe(0);
    const page = await visitor.follow(await logIn(visitor, account, { password }));
    expect(page.text).toContain('Two-factor code');
  });

  it('[D-80] ends when two-factor is turned off', async () => {
    const { account } = await makeRemembered();
    done(await account.client.post('/profile/tfa-disable'));
    expect(done(await account.client.get('/profile/devices')).results).toBe(0);
  });

  it('works only for its own user', async () => {
    const { visitor } = await makeRemembered();
    const other = await makeAccount(app);
    await turnOnTwoFactor(app, other.client);
    await visitor.submit('/login', { step: 'restart' });
    await visitor.get('/login');
    expect((await visitor.follow(await logIn(visitor, other))).text).toContain('Two-factor code');
  });

  it('[D-170] survives a login of another user who is remembered, too', async () => {
    const { account, visitor } = await makeRemembered();
    const other = await makeAccount(app);
    await visitor.submit('/login', { step: 'restart' });
    await visitor.get('/login');
    await visitor.follow(await logIn(visitor, other, { remember: 'yes' }));
    await visitor.submit('/login', { step: 'restart' });
    await visitor.get('/login');
    expect((await visitor.follow(await logIn(visitor, account))).text).toContain('You are signed in');
  });

  it('[D-170] survives an upgrade from a release whose cookie does not name the user', async () => {
    const { account, visitor } = await makeRemembered();
    const name = `login_device_${account.uid}`;
    visitor.setCookie('login_device', visitor.cookie(name)!, '/');
    visitor.forget(name);
    await visitor.submit('/login', { step: 'restart' });
    await visitor.get('/login');
    expect((await visitor.follow(await logIn(visitor, account))).text).toContain('You are signed in');
  });

  async function makeRemembered() {
    const account = await makeAccount(app);
    const { secret } = await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account, { remember: 'yes' }));
    await visitor.follow(await enterCode(visitor, totpCode(app, secret)));
    return { account, visitor };
  }
});

describe('[D-171] logging out', () => {
  it('asks first, then logs out', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    expect((await visitor.get('/logout')).text).toContain('Sign out?');
    expect((await visitor.get('/login')).text).toContain('You are signed in');
    await visitor.get('/logout');
    const page = await visitor.submit('/logout', {});
    expect(page.status).toBe(200);
    expect(page.text).toContain('You are signed out');
    expect((await visitor.get('/login')).text).not.toContain('You are signed in');
  });

  it('ends a login that waits for its code, too', async () => {
    const account = await makeAccount(app);
    await turnOnTwoFactor(app, account.client);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    expect((await visitor.get('/logout')).text).toContain('Sign out?');
    expect((await visitor.submit('/logout', {})).text).toContain('You are signed out');
    expect((await visitor.get('/login')).text).not.toContain('Two-factor code');
  });

  it('needs a valid CSRF token', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    expect((await visitor.submit('/logout', { csrf: 'forged' })).status).toBe(403);
    expect((await visitor.get('/login')).text).toContain('You are signed in');
  });

  it('deletes no cookie for a form of another site, which browsers send without cookies', async () => {
    const body = new URLSearchParams({ csrf: 'forged' });
    const { status, headers } = await fetch(`${app.url}/logout`, { method: 'POST', body });
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
  });

  it('ends the login on the server, so that its cookie is no longer valid', async () => {
    const account = await makeAccount(app);
    const visitor = await visit(app);
    await visitor.follow(await logIn(visitor, account));
    const thief = new Visitor(app);
    thief.setCookie('login', visitor.cookie('login')!, '/');
    expect((await thief.get('/login')).text).toContain('You are signed in');
    await visitor.get('/logout');
    await visitor.submit('/logout', {});
    expect((await thief.get('/login')).text).not.toContain('You are signed in');
  });
});
