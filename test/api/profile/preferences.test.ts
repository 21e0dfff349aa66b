import { startApp, type TestApp } from '../../support/app.js';
import { Client, refusal } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken, type TestAccount } from '../../support/makers.js';
import { makeOAuthToken } from '../../support/oauth-makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** The preferences as they come over the wire. */
async function text(client: Client): Promise<string> {
  const headers = { Authorization: `Bearer ${client.token}` };
  return (await fetch(`${app.url}/v4/profile/preferences`, { headers })).text();
}

describe('[D-86] preferences', () => {
  it('are empty at first', async () => {
    const { client } = await makeAccount(app);
    expect(await text(client)).toBe('{}');
  });

  it('keep the order, the numbers and the keys that were sent', async () => {
    const { client } = await makeAccount(app);
    const sent =
      '{ "b": 1, "10": 12345678901234567890, "9": 1.0, "__proto__": {"x": [1e400, "\\u0000"]}, "b": 2 }';
    const kept = '{"b":2,"10":12345678901234567890,"9":1.0,"__proto__":{"x":[1e400,"\\u0000"]}}';
    const answer = await fetch(`${app.url}/v4/profile/preferences`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' },
      body: sent,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(await answer.text()).toBe(kept);
    expect(await text(client)).toBe(kept);
  });

  it('[Profile rule 6] a PUT replaces all preferences, and an empty object clears them', async () => {
    const { client } = await makeAccount(app);
    await client.put('/profile/preferences', { a: 1, b: 2 });
    await client.put('/profile/preferences', { c: 3 });
    expect(await text(client)).toBe('{"c":3}');
    expect((await client.put('/profile/preferences', '')).body).toEqual({});
    expect(await text(client)).toBe('{}');
  });

  it.each([
    ['an array', '[]', refusal('', 'Request body must be a JSON object')],
    ['a string', '"x"', refusal('', 'Request body must be a JSON object')],
    ['broken JSON', '{"a":', refusal('', 'Invalid JSON')],
    ['513 levels', `${'{"a":'.repeat(512)}{}${'}'.repeat(512)}`, refusal('', 'Invalid JSON')],
    [
      '65,536 characters',
      `{"a":"${'😀'.repeat(65528)}"}`,
      refusal('', 'Preferences must be 65535 characters or less.'),
    ],
  ])('refuses %s', async (_, body, refused) => {
    const { client } = await makeAccount(app);
    expect(await client.put('/profile/preferences', body)).toMatchObject({ status: 400, body: refused });
    expect(await text(client)).toBe('{}');
  });

  it.each([
    ['65,535 characters', `{"a":"${'😀'.repeat(65527)}"}`],
    ['65,535 characters, sent as escapes', `{"a":"${'\\ud83d\\ude00'.repeat(65527)}"}`],
    ['512 levels', `${'{"a":'.repeat(511)}{}${'}'.repeat(511)}`],
  ])('[Profile rule 6] accepts %s', async (_, body) => {
    const { client } = await makeAccount(app);
    expect((await client.put('/profile/preferences', body)).status).toBe(200);
    expect(JSON.parse(await text(client))).toEqual(JSON.parse(body));
  });

  it('[D-17] refuses more than 1 MiB', async () => {
    const { client } = await makeAccount(app);
    expect((await client.put('/profile/preferences', `{"a":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413);
  });

  it('belong to the user', async () => {
    const account = await makeAccount(app);
    const user = await makeRestricted(app, account);
    await account.client.put('/profile/preferences', { a: 1 });
    expect(await text(user.client)).toBe('{}');
  });

  it('records the event', async () => {
    const { client, uid } = await makeAccount(app);
    await client.put('/profile/preferences', { secret: 'canary' });
    const events = await query(app, 'SELECT * FROM events WHERE user_id = $1', [uid]);
    expect(events).toMatchObject([{ action: 'profile_update' }]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });
});

describe('[D-86] preferences per OAuth client', () => {
  let account: TestAccount;
  beforeEach(async () => (account = await makeAccount(app)));

  it('of two clients are separate, and separate from those of personal tokens', async () => {
    const one = await makeOAuthToken(app, account);
    const two = await makeOAuthToken(app, account);
    await one.put('/profile/preferences', { of: 'one' });
    await two.put('/profile/preferences', { of: 'two' });
    await account.client.put('/profile/preferences', { of: 'none' });
    expect([await text(one), await text(two), await text(account.client)]).toEqual([
      '{"of":"one"}',
      '{"of":"two"}',
      '{"of":"none"}',
    ]);
  });

  it('are shared by personal tokens that no client made', async () => {
    const other = await makeToken(app, account.username, '*');
    await account.client.put('/profile/preferences', { a: 1 });
    expect(await text(other)).toBe('{"a":1}');
  });

  it('a personal token that a client made shares the preferences of the client', async () => {
    const client = await makeOAuthToken(app, account);
    const made = new Client(app.url, done(await client.post('/profile/tokens')).token);
    const grandchild = new Client(app.url, done(await made.post('/profile/tokens')).token);
    await client.put('/profile/preferences', { a: 1 });
    expect(await text(made)).toBe('{"a":1}');
    expect(await text(grandchild)).toBe('{"a":1}');
    expect(await text(account.client)).toBe('{}');
  });
});
