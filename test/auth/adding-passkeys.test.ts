import { jest } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { askedOptions, Authenticator, type Lies } from '../support/authenticator.js';
import { signIn, visit } from '../support/login.js';
import { makeAccount } from '../support/makers.js';
import { PASSWORD } from '../support/oauth.js';
import { add, begin, ids, messages, PASSKEYS, withPasskey } from '../support/passkeys.js';
import { query } from '../support/sql.js';
import type { Visitor } from '../support/visitor.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })));
afterAll(() => app.close());

describe('[D-311] adding a passkey', () => {
  it('asks for the password, lists the passkey, and leaves an event', async () => {
    const account = await makeAccount(app);
    const own = await signIn(app, account);
    expect((await begin(own, 'wrong')).status).toBe(401);
    const { page } = await add(own, 'Blue key');
    expect(page.status).toBe(303);
    const { text } = await own.get(PASSKEYS);
    expect(text).toContain('<strong>Blue key</strong>');
    expect(text).toContain('not used yet');
    expect(await messages(account)).toContain('The passkey Blue key was added.');
    const [stored] = await query(app, 'SELECT transports FROM passkeys ORDER BY id DESC LIMIT 1');
    expect(stored).toEqual({ transports: ['internal'] });
  });

  it('names the user’s passkeys to their own browser only', async () => {
    const { own, authenticator } = await withPasskey(app);
    const options = askedOptions((await begin(own)).text);
    expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }]);
    expect(options).toMatchObject({
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(askedOptions((await (await visit(app)).get('/login')).text).allowCredentials).toBeUndefined();
  });

  it.each<[string, Lies]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['an origin that only begins alike', { origin: 'http://localhost:3000.example.com' }],
    ['another relying party', { rpId: 'example.com' }],
    ['an authenticator that did not verify its user', { verified: false }],
  ])('refuses one of %s', async (_reason, lies) => {
    const own = await signIn(app, await makeAccount(app));
    const { page } = await add(own, 'Phone', lies);
    expect(page.status).toBe(400);
    expect(page.text).toContain('The passkey was not added');
    expect(ids(page.text)).toEqual([]);
  });

  it('refuses an attestation with a length instead of bytes, and makes no such buffer', async () => {
    const own = await signIn(app, await makeAccount(app));
    const json = JSON.parse(new Authenticator().create(askedOptions((await begin(own)).text)));
    json.response.attestationObject = { length: 1_000_000 };
    const made = jest.spyOn(Buffer, 'from');
    const credential = JSON.stringify(json);
    const page = await own.submit(PASSKEYS, { step: 'create', name: 'Phone', credential });
    const lengths = made.mock.results.map(({ value }) => (value as Buffer).length);
    made.mockRestore();
    expect(page.status).toBe(400);
    expect(Math.max(...lengths)).toBeLessThan(64 * 1024);
  });

  it('refuses an answer that is sent twice, after ten minutes, or in another login', async () => {
    const account = await makeAccount(app);
    const [own, other] = [await signIn(app, account), await signIn(app, account)];
    const { credential } = await add(own);
    const again = (visitor: Visitor, sent: string) =>
      visitor.submit(PASSKEYS, { step: 'create', name: 'Again', credential: sent });
    await own.submit(PASSKEYS, { step: 'remove', passkey: ids((await own.get(PASSKEYS)).text)[0] ?? '' });
    expect((await again(own, credential)).status).toBe(400);
    const fresh = new Authenticator().create(askedOptions((await begin(own)).text));
    await other.get(PASSKEYS);
    expect((await again(other, fresh)).status).toBe(400);
    app.clock.forward(601);
    expect((await again(own, fresh)).status).toBe(400);
    expect(ids((await own.get(PASSKEYS)).text)).toEqual([]);
  });

  it('refuses a passkey that is registered, and the 26th', async () => {
    const account = await makeAccount(app);
    const own = await signIn(app, account);
    const { authenticator } = await add(own);
    const credential = authenticator.create(askedOptions((await begin(own)).text));
    const twice = await own.submit(PASSKEYS, { step: 'create', name: 'Twin', credential });
    expect(twice.text).toContain('This passkey is in use already.');
    const late = new Authenticator().create(askedOptions((await begin(own)).text));
    for (let count = 2; count <= 25; count++) await add(own, `Key ${count}`);
    const page = await own.submit(PASSKEYS, { step: 'create', name: 'One more', credential: late });
    expect(page.text).toContain('You have 25 passkeys, the most that you may have.');
    expect(ids(page.text)).toHaveLength(25);
  });

  it.each(['', ' ', 'a'.repeat(65), 'a\u0000b', 'a\nb'])('refuses the name %j', async (name) => {
    const own = await signIn(app, await makeAccount(app));
    expect((await begin(own, PASSWORD, name)).status).toBe(400);
    const options = askedOptions((await begin(own)).text);
    const credential = new Authenticator().create(options);
    expect((await own.submit(PASSKEYS, { step: 'create', name, credential })).status).toBe(400);
  });

  it('needs a login and a valid CSRF token', async () => {
    const { own, stranger } = await withPasskey(app);
    expect((await stranger.get(PASSKEYS)).location).toBe('/login');
    expect((await stranger.submit(PASSKEYS, { step: 'add', name: 'x', current: PASSWORD })).location).toBe(
      '/login',
    );
    const [passkey = ''] = ids((await own.get(PASSKEYS)).text);
    expect((await own.submit(PASSKEYS, { step: 'remove', passkey, csrf: 'forged' })).status).toBe(403);
    expect(ids((await own.get(PASSKEYS)).text)).toEqual([passkey]);
  });
});
