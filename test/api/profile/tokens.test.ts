import { startApp, type TestApp } from '../../support/app.js';
import { Client, refusal } from '../../support/client.js';
import { done, makeAccount, makeProxy, makeRestricted, makeToken } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const BEYOND = "Scopes can't exceed those of the acting token.";

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

/** A date-time so many seconds from the service's present. */
function inSeconds(seconds: number): string {
  return new Date(app.clock.milliseconds() + seconds * 1000).toISOString().slice(0, 19);
}

describe('POST /profile/tokens', () => {
  it('[D-40] [Profile rule 7] shows all 64 characters once, and later the first 16', async () => {
    const { client } = await makeAccount(app);
    const created = done(await client.post('/profile/tokens', { label: 'ci', scopes: 'vpc:read_only' }));
    expect(created).toEqual({
      id: expect.any(Number),
      label: 'ci',
      scopes: 'vpc:read_only',
      created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
      expiry: null,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const later = { ...created, token: created.token.slice(0, 16) };
    expect((await client.get(`/profile/tokens/${created.id}`)).body).toEqual(later);
    expect((await client.get('/profile/tokens')).body.data).toContainEqual(later);
    expect((await new Client(app.url, created.token).get('/profile')).status).toBe(200);
  });

  it('[D-49] stores no token', async () => {
    const { client } = await makeAccount(app);
    const { id, token } = done(await client.post('/profile/tokens'));
    const [row] = await query(app, 'SELECT t::text AS text FROM tokens t WHERE id = $1', [id]);
    expect(row!.text).not.toContain(token.slice(16));
  });

  it('[D-74] an empty request gives the scopes of the acting token, no expiry, and a default label', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_write vpc:read_only');
    expect(done(await client.post('/profile/tokens'))).toMatchObject({
      label: 'Personal Access Token',
      scopes: 'account:read_write vpc:read_only',
      expiry: null,
    });
  });

  it.each([
    ['[D-74] the wildcard is the acting scopes', '*', 'account:read_write vpc:read_only'],
    ['[D-189] with others too', 'vpc:read_only,*', 'account:read_write vpc:read_only'],
    ['[D-42] read_only is within read_write', 'account:read_only', 'account:read_only'],
    [
      '[D-42] commas, the short form, repeats',
      'vpc:read_only,account:* account:read_write',
      'vpc:read_only account:read_write',
    ],
  ])('%s', async (_, scopes, shown) => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_write vpc:read_only');
    expect(done(await client.post('/profile/tokens', { scopes })).scopes).toBe(shown);
  });

  it.each([
    ['[Profile rule 7] a scope of another area', { scopes: 'domains:read_only' }, 'scopes', BEYOND],
    [
      '[Profile rule 7] more of the same area',
      { scopes: 'account:read_only vpc:read_write' },
      'scopes',
      BEYOND,
    ],
    ['[D-42] an unknown scope', { scopes: 'cats:read_only' }, 'scopes', 'scopes is not valid'],
    ['[D-42] no scope', { scopes: '' }, 'scopes', 'scopes is not valid'],
    ['[D-10] scopes that are no text', { scopes: ['*'] }, 'scopes', 'scopes is not valid'],
    ['[Profile rule 7] an empty label', { label: '' }, 'label', 'Length must be 1-100 characters'],
    [
      '[Profile rule 7] 101 characters',
      { label: 'x'.repeat(101) },
      'label',
      'Length must be 1-100 characters',
    ],
    ['[D-12] a control character', { label: 'a\tb' }, 'label', 'label is not valid'],
    ['[D-74] a past expiry', { expiry: '2020-01-01T00:00:00' }, 'expiry', 'Must be in the future'],
    ['[D-09] an expiry that is none', { expiry: '2030-02-30T00:00:00' }, 'expiry', 'expiry is not valid'],
  ])('refuses %s', async (_, body, field, reason) => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_write vpc:read_only');
    expect(await client.post('/profile/tokens', body)).toMatchObject({
      status: 400,
      body: refusal(field, reason),
    });
    expect((await client.get('/profile/tokens')).body.results).toBe(2);
  });

  it('[D-27] [D-183] reports all faults in the order of the fields', async () => {
    const { client } = await makeAccount(app);
    const { errors } = (await client.post('/profile/tokens', { scopes: 'x', label: '', expiry: 1 })).body;
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(['expiry', 'label', 'scopes']);
  });

  it.each([1, 100])('[Profile rule 7] accepts a label of %i characters', async (length) => {
    const { client } = await makeAccount(app);
    const label = '😀'.repeat(length);
    expect(done(await client.post('/profile/tokens', { label })).label).toBe(label);
  });

  it('[D-09] accepts an expiry with an offset', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post('/profile/tokens', { expiry: '2099-01-01T01:30:00.5+01:30' });
    expect(done(answer).expiry).toBe('2099-01-01T00:00:00');
  });

  it('[Profile rule 8] [D-48] [D-186] refuses a proxy user before it checks any field', async () => {
    const client = await makeProxy(app);
    const answer = await client.post('/profile/tokens', { label: '' });
    expect(answer).toMatchObject({ status: 403, body: refusal('', 'Unauthorized') });
  });

  it('[D-30] needs account:read_write', async () => {
    const { username } = await makeAccount(app);
    const client = await makeToken(app, username, 'account:read_only');
    const answer = await client.post('/profile/tokens', { scopes: 'account:read_only' });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('WWW-Authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="account:read_write"',
    );
  });

  it('[D-134] records events without the token', async () => {
    const { client, uid } = await makeAccount(app);
    const { id, token } = done(await client.post('/profile/tokens', { label: 'ci' }));
    await client.put(`/profile/tokens/${id}`, { label: 'cd' });
    await client.delete(`/profile/tokens/${id}`);
    const events = await query(app, 'SELECT * FROM events WHERE user_id = $1 ORDER BY id', [uid]);
    expect(
      events.map(({ action, entity_type, entity_id, entity_label }) => [
        action,
        entity_type,
        entity_id,
        entity_label,
      ]),
    ).toEqual([
      ['token_create', 'token', id, 'ci'],
      ['token_update', 'token', id, 'cd'],
      ['token_delete', 'token', id, 'cd'],
    ]);
    expect(JSON.stringify(events)).not.toContain(token.slice(0, 16));
  });
});

describe('reading tokens', () => {
  it('[D-74] lists only personal tokens that have not expired, ordered by id', async () => {
    const { client } = await makeAccount(app);
    const expiring = done(await client.post('/profile/tokens', { label: 'soon', expiry: inSeconds(60) }));
    const lasting = done(await client.post('/profile/tokens', { label: 'lasting' }));
    const listed = (await client.get('/profile/tokens')).body;
    expect(listed.data.map(({ id }: { id: number }) => id).slice(-2)).toEqual([expiring.id, lasting.id]);
    expect(listed).toMatchObject({ page: 1, pages: 1, results: 3 });
    await query(app, `UPDATE tokens SET expiry = now() - interval '1 day' WHERE id = $1`, [expiring.id]);
    expect((await client.get('/profile/tokens')).body.results).toBe(2);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await client.send(method, `/profile/tokens/${expiring.id}`)).status).toBe(404);
    }
    expect((await new Client(app.url, expiring.token).get('/profile')).status).toBe(401);
  });

  it('[D-74] a token is live until its expiry, and not at that time', async () => {
    const { client } = await makeAccount(app);
    const { id, token, expiry } = done(await client.post('/profile/tokens', { expiry: inSeconds(60) }));
    const expiring = new Client(app.url, token);
    app.clock.forward((Date.parse(`${expiry}Z`) - app.clock.milliseconds() - 1) / 1000);
    done(await expiring.get('/profile'));
    app.clock.forward(0.001);
    expect((await expiring.get('/profile')).status).toBe(401);
    expect((await client.get(`/profile/tokens/${id}`)).status).toBe(404);
  });

  it.each([
    [{ label: 'two' }, ['two']],
    [{ label: { '+contains': 'TW' } }, ['two']],
    [{ scopes: 'vpc:read_only' }, ['two']],
    [{ expiry: null, label: { '+neq': 'Personal Access Token' } }, ['one', 'two']],
    [
      { created: { '+gt': '2020-01-01' }, '+order_by': 'label', '+order': 'desc' },
      ['two', 'Personal Access Token', 'one'],
    ],
  ])('[D-36] filters by %j', async (filter, labels) => {
    const { client } = await makeAccount(app);
    await client.post('/profile/tokens', { label: 'one' });
    await client.post('/profile/tokens', { label: 'two', scopes: 'vpc:read_only' });
    const { body } = await client.filter('/profile/tokens', filter);
    expect(body.data.map(({ label }: { label: string }) => label)).toEqual(labels);
  });

  it('[Profile rule 1] [D-05] pages', async () => {
    const { client } = await makeAccount(app);
    await client.post('/profile/tokens', { label: 'one' });
    expect((await client.get('/profile/tokens?page=2&page_size=1')).body).toMatchObject({
      data: [{ label: 'one' }],
      page: 2,
      pages: 2,
      results: 2,
    });
    expect((await client.get('/profile/tokens?page_size=501')).body).toEqual(
      refusal('page_size', 'Must be 1-500'),
    );
  });

  it('[D-32] the token of another user is not found, even of the same account', async () => {
    const account = await makeAccount(app);
    const user = await makeRestricted(app, account);
    const { id } = done(await account.client.post('/profile/tokens'));
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await user.client.send(method, `/profile/tokens/${id}`)).status).toBe(404);
    }
    expect((await account.client.get(`/profile/tokens/${id}`)).status).toBe(200);
  });
});

describe('PUT /profile/tokens/{tokenId}', () => {
  it('[Profile rule 7] changes only the label', async () => {
    const { client } = await makeAccount(app);
    const { id } = done(await client.post('/profile/tokens', { scopes: 'vpc:read_only' }));
    const change = { label: 'new', scopes: '*', expiry: '2099-01-01T00:00:00', token: 'x', id: 1 };
    expect(done(await client.put(`/profile/tokens/${id}`, change))).toMatchObject({
      id,
      label: 'new',
      scopes: 'vpc:read_only',
      expiry: null,
    });
    expect(done(await client.put(`/profile/tokens/${id}`, { label: null })).label).toBe('new');
    expect((await client.put(`/profile/tokens/${id}`, { label: '' })).status).toBe(400);
  });
});

describe('DELETE /profile/tokens/{tokenId}', () => {
  it('[Profile rule 9] the very next request with the token fails', async () => {
    const { client } = await makeAccount(app);
    const { id, token } = done(await client.post('/profile/tokens'));
    const revoked = new Client(app.url, token);
    expect((await revoked.get('/profile')).status).toBe(200);
    expect(await client.delete(`/profile/tokens/${id}`)).toMatchObject({ status: 200, body: {} });
    expect(await revoked.get('/profile')).toMatchObject({ status: 401, body: refusal('', 'Invalid Token') });
    expect((await client.delete(`/profile/tokens/${id}`)).status).toBe(404);
  });

  it('[Profile rule 9] takes effect at once on another replica', async () => {
    const { client } = await makeAccount(app);
    const replica = await startApp({}, app);
    try {
      const { id, token } = done(await client.post('/profile/tokens'));
      expect((await new Client(replica.url, token).get('/profile')).status).toBe(200);
      await client.delete(`/profile/tokens/${id}`);
      expect((await new Client(replica.url, token).get('/profile')).status).toBe(401);
    } finally {
      await replica.close();
    }
  });

  it('[Profile rule 9] the acting token may revoke itself', async () => {
    const { client } = await makeAccount(app);
    const { id, token } = done(await client.post('/profile/tokens'));
    const own = new Client(app.url, token);
    expect((await own.delete(`/profile/tokens/${id}`)).status).toBe(200);
    expect((await own.get('/profile')).status).toBe(401);
  });
});
