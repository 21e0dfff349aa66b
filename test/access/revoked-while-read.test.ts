import pg from 'pg';
import { AccessFacts } from '../../src/access/access-facts.js';
import { GrantsService } from '../../src/access/grants/grants.service.js';
import { startApp } from '../support/app.js';
import { refusal } from '../support/client.js';
import { makeAccount, makeRestricted } from '../support/makers.js';
import { lockIsAwaited } from '../support/sql.js';
import { implementedRows } from './rows.js';
import { Scene } from './scene.js';
import { ask } from './sweep.js';

/** Runs after the guard has read its facts, before it decides on them. */
let afterFacts: () => Promise<unknown> = async () => undefined;

const find = AccessFacts.prototype.find;
AccessFacts.prototype.find = async function (...of) {
  const facts = await find.apply(this, of);
  await afterFacts();
  return facts;
};

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const scene = await Scene.make(app, database);
afterEach(() => (afterFacts = async () => undefined));
afterAll(async () => {
  await database.end();
  await app.close();
});

const REFUSED = { status: 401, body: refusal('', 'Invalid Token') };
const READS = implementedRows(app).filter(
  ({ method, credential }) => method === 'GET' && (credential === 'token' || credential === 'open'),
);

it.each(READS.map((row) => [row.name, row] as const))(
  '[D-39] a token that is revoked after the decision gets the decided row or 401: %s',
  async (_, row) => {
    const client = await scene.owner();
    const before = await ask(client, row, scene.params);
    afterFacts = () => database.query('DELETE FROM tokens WHERE token_hash = sha256($1)', [client.token]);
    const { status, body } = await ask(client, row, scene.params);
    if (status === 401) expect({ status, body: body as unknown }).toEqual(REFUSED);
    else
      expect({ status, body: body as unknown }).toEqual({
        status: before.status,
        body: before.body as unknown,
      });
  },
);

it.each([
  ['/vpcs', 'vpcs'],
  ['/domains', 'domains'],
  ['/images', 'images'],
  ['/profile/sshkeys', 'ssh_keys'],
  ['/account/events', 'events'],
])('[D-39] a list that waits while its token is revoked is 401: %s', async (path, table) => {
  const { client } = await makeAccount(app);
  await database.query(`BEGIN; LOCK TABLE ${table}`);
  const asked = client.get(path);
  await lockIsAwaited(app);
  await database.query('DELETE FROM tokens WHERE token_hash = sha256($1)', [client.token]);
  await database.query('COMMIT');
  expect(await asked).toMatchObject(REFUSED);
});

it('[D-39] own grants of a user who is deleted after the decision are 401', async () => {
  const { client, username } = await makeRestricted(app, await makeAccount(app));
  afterFacts = () => database.query('DELETE FROM users WHERE username = $1', [username]);
  expect(await client.get('/profile/grants')).toMatchObject(REFUSED);
});

it.each(['/profile/preferences', '/profile/security-questions', '/profile/tokens/:id/restrictions'])(
  '[D-39] what has nothing to show because its user was deleted after the decision is 401: %s',
  async (path) => {
    const { client, username } = await makeAccount(app);
    const { id } = (await client.get('/profile/tokens')).body.data[0];
    afterFacts = () => database.query('DELETE FROM users WHERE username = $1', [username]);
    expect(await client.get(path.replace(':id', id))).toMatchObject(REFUSED);
  },
);

it('[D-143] the grants of a user who is deleted while they are read are 404', async () => {
  const account = await makeAccount(app);
  const { username } = await makeRestricted(app, account);
  const grants = app.app.get(GrantsService);
  const ofAccount = grants.ofAccount.bind(grants);
  grants.ofAccount = async (...of) => {
    await database.query('DELETE FROM users WHERE username = $1', [username]);
    return ofAccount(...of);
  };
  expect((await account.client.get(`/account/users/${username}/grants`)).status).toBe(404);
  grants.ofAccount = ofAccount;
});

it('[D-117] public images and regions need no token', async () => {
  for (const path of ['/images', '/regions']) {
    const answer = await fetch(`${app.url}/v4${path}`);
    expect(answer.status).toBe(200);
  }
});

it('[D-39] a change whose token is revoked before it reads its result changes nothing', async () => {
  const { client, username } = await makeAccount(app);
  afterFacts = () => database.query('DELETE FROM tokens WHERE token_hash = sha256($1)', [client.token]);
  expect(await client.put('/profile', { email: 'late@example.com' })).toMatchObject(REFUSED);
  const { rows } = await database.query('SELECT email FROM users WHERE username = $1', [username]);
  expect(rows).toEqual([{ email: `${username}@example.com` }]);
});
