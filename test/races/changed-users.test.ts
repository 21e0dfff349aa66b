import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { done, makeAccount, makeRestricted } from '../support/makers.js';
import { lockIsAwaited } from '../support/sql.js';

let replicas: [TestApp, TestApp];
let holder: pg.Client;
beforeAll(async () => {
  const first = await startApp();
  replicas = [first, await startApp({}, first)];
  holder = new pg.Client(first.databaseUrl);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  for (const replica of [...replicas].reverse()) await replica.close();
});

const ADMIN = { global: { account_access: 'read_write' } };

/** The answers to requests that wait, in this order, for a change of the user that is committed then. */
async function duringChange(
  change: string,
  username: string,
  ...requests: (() => Promise<Answer>)[]
): Promise<Answer[]> {
  await holder.query('BEGIN');
  await holder.query(`UPDATE users SET ${change} WHERE username = $1`, [username]);
  const answers: Promise<Answer>[] = [];
  for (const request of requests) {
    answers.push(request());
    await lockIsAwaited(replicas[0], answers.length);
  }
  await holder.query('COMMIT');
  return Promise.all(answers);
}

describe('[D-21] [D-144] while a user becomes unrestricted, a restricted admin', () => {
  it.each([
    ['change them', (admin: Client, path: string) => admin.put(path, { email: 'b@example.com' })],
    ['change their grants', (admin: Client, path: string) => admin.put(`${path}/grants`, { vpc: [] })],
    ['delete them', (admin: Client, path: string) => admin.delete(path)],
  ])('can’t %s', async (_, change) => {
    const account = await makeAccount(replicas[0]);
    const admin = await makeRestricted(replicas[0], account, ADMIN);
    const { username } = await makeRestricted(replicas[0], account);
    const path = `/account/users/${username}`;

    const [answer] = await duringChange('restricted = false', username, () => change(admin.client, path));

    expect(answer).toMatchObject({ status: 403, body: refusal('', 'Unauthorized') });
    const { email, restricted } = done(await account.client.get(path));
    expect([email, restricted]).toEqual([`${username}@example.com`, false]);
  });
});

it('[D-198] a delete by a name that the user gives up at the same time finds no user', async () => {
  const { client } = await makeAccount(replicas[0]);
  done(await client.post('/account/users', { username: 'before', email: 'a@example.com' }));
  const remove = () => client.delete('/account/users/before');
  const [answer] = await duringChange("username = 'after'", 'before', remove);
  expect(answer).toMatchObject({ status: 404 });
  expect((await client.get('/account/users/after')).status).toBe(200);
});

it('[D-21] the event of a delete follows that of a change which came before it', async () => {
  const { client } = await makeAccount(replicas[0]);
  done(await client.post('/account/users', { username: 'changed', email: 'a@example.com' }));
  const path = '/account/users/changed';
  const update = () => client.put(path, { email: 'b@example.com' });
  const remove = () => new Client(replicas[1].url, client.token).delete(path);
  const answers = await duringChange("email = 'c@example.com'", 'changed', update, remove);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { data } = done(await client.filter('/account/events', { 'entity.type': 'user' }));
  const actions = (data as { action: string }[]).map(({ action }) => action);
  expect(actions).toEqual(['user_delete', 'user_update', 'user_create']);
});
