import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample me@example.com';
const LIST = 'ssh-dss, ssh-rsa, ecdsa-sha2-nistp, ssh-ed25519, sk-ecdsa-sha2-nistp256, or sk-ssh-ed25519';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('POST /profile/sshkeys', () => {
  it('adds a key, and shows it in the list and by id', async () => {
    const { client } = await makeAccount(app);
    const created = done(await client.post('/profile/sshkeys', { label: 'laptop', ssh_key: KEY }));
    expect(created).toEqual({
      id: expect.any(Number),
      label: 'laptop',
      ssh_key: KEY,
      created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
    });
    expect((await client.get(`/profile/sshkeys/${created.id}`)).body).toEqual(created);
    expect((await client.get('/profile/sshkeys')).body).toEqual({
      data: [created],
      page: 1,
      pages: 1,
      results: 1,
    });
  });

  it('[D-76] the label may be absent, duplicates are allowed', async () => {
    const { client } = await makeAccount(app);
    expect(done(await client.post('/profile/sshkeys', { ssh_key: KEY })).label).toBe('');
    expect(done(await client.post('/profile/sshkeys', { ssh_key: `${KEY}\n` })).ssh_key).toBe(KEY);
  });

  it.each([
    ['[D-76] no key', {}, 'ssh_key', 'ssh_key is required'],
    ['[D-15] null for the key', { ssh_key: null }, 'ssh_key', 'ssh_key is required'],
    ['[D-75] another type', { ssh_key: 'ssh-foo AAAA' }, 'ssh_key', `SSH Key key-type must be ${LIST}.`],
    ['[D-10] a key that is no text', { ssh_key: 5 }, 'ssh_key', 'ssh_key is not valid'],
    [
      '65 characters of label',
      { ssh_key: KEY, label: 'x'.repeat(65) },
      'label',
      'Length must be 0-64 characters',
    ],
  ])('refuses %s', async (_, body, field, reason) => {
    const { client } = await makeAccount(app);
    expect(await client.post('/profile/sshkeys', body)).toMatchObject({
      status: 400,
      body: refusal(field, reason),
    });
    expect((await client.get('/profile/sshkeys')).body.results).toBe(0);
  });

  it.each([0, 64])('accepts a label of %i characters', async (length) => {
    const { client } = await makeAccount(app);
    const label = '😀'.repeat(length);
    expect(done(await client.post('/profile/sshkeys', { ssh_key: KEY, label })).label).toBe(label);
  });

  it('[D-45] a restricted user can have SSH keys without a grant', async () => {
    const account = await makeAccount(app);
    const user = await makeRestricted(app, account);
    const { id } = done(await user.client.post('/profile/sshkeys', { ssh_key: KEY }));
    expect((await account.client.get(`/profile/sshkeys/${id}`)).status).toBe(404);
    expect((await account.client.put(`/profile/sshkeys/${id}`, { label: 'x' })).status).toBe(404);
    expect((await account.client.delete(`/profile/sshkeys/${id}`)).status).toBe(404);
    expect((await account.client.get('/profile/sshkeys')).body.results).toBe(0);
  });

  it('[D-30] reading needs account:read_only, changing account:read_write', async () => {
    const { username } = await makeAccount(app);
    const reader = await makeToken(app, username, 'account:read_only');
    expect((await reader.get('/profile/sshkeys')).status).toBe(200);
    expect((await reader.post('/profile/sshkeys', { ssh_key: KEY })).status).toBe(403);
    const other = await makeToken(app, username, 'vpc:read_write');
    expect((await other.get('/profile/sshkeys')).status).toBe(403);
  });
});

describe('PUT and DELETE /profile/sshkeys/{sshKeyId}', () => {
  it('[Profile rule 10] an update changes only the label', async () => {
    const { client } = await makeAccount(app);
    const created = done(await client.post('/profile/sshkeys', { label: 'old', ssh_key: KEY }));
    const path = `/profile/sshkeys/${created.id}`;
    const change = { label: 'new', ssh_key: 'nope', created: 'x' };
    expect(done(await client.put(path, change))).toEqual({ ...created, label: 'new' });
    expect(done(await client.put(path, {})).label).toBe('new');
    expect(done(await client.put(path, { label: null })).label).toBe('');
  });

  it('deletes', async () => {
    const { client } = await makeAccount(app);
    const { id } = done(await client.post('/profile/sshkeys', { ssh_key: KEY }));
    expect(await client.delete(`/profile/sshkeys/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await client.get(`/profile/sshkeys/${id}`)).status).toBe(404);
  });

  it('[D-134] records events', async () => {
    const { client, uid } = await makeAccount(app);
    const { id } = done(await client.post('/profile/sshkeys', { label: 'a', ssh_key: KEY }));
    await client.put(`/profile/sshkeys/${id}`, { label: 'b' });
    await client.delete(`/profile/sshkeys/${id}`);
    const columns = 'action, entity_type, entity_id, entity_label, entity_url';
    const entity = { entity_type: 'user_ssh_key', entity_id: id, entity_url: `/v4/profile/sshkeys/${id}` };
    expect(await query(app, `SELECT ${columns} FROM events WHERE user_id = $1 ORDER BY id`, [uid])).toEqual([
      { action: 'user_ssh_key_add', ...entity, entity_label: 'a' },
      { action: 'user_ssh_key_update', ...entity, entity_label: 'b' },
      { action: 'user_ssh_key_delete', ...entity, entity_label: 'b' },
    ]);
  });

  it.each(['0', '01', '-1', '1.5', 'x', '9007199254740992'])('[D-08] id %s is not found', async (id) => {
    const { client } = await makeAccount(app);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await client.send(method, `/profile/sshkeys/${id}`)).status).toBe(404);
    }
  });

  it('[D-36] filters and orders', async () => {
    const { client } = await makeAccount(app);
    for (const label of ['b', 'a', 'C']) await client.post('/profile/sshkeys', { label, ssh_key: KEY });
    const labels = async (filter: object) =>
      (await client.filter('/profile/sshkeys', filter)).body.data.map(
        ({ label }: { label: string }) => label,
      );
    expect(await labels({ '+order_by': 'label' })).toEqual(['a', 'b', 'C']);
    expect(await labels({ '+or': [{ label: 'a' }, { label: 'C' }] })).toEqual(['a', 'C']);
    expect((await client.filter('/profile/sshkeys', { ssh_key: 'x' })).body).toEqual(
      refusal('X-Filter', 'Cannot filter on ssh_key'),
    );
  });
});
