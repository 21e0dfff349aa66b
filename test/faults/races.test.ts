import pg from 'pg';
import { TidyService } from '../../src/image/jobs/tidy.service.js';
import { iterations } from '../support/iterations.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, platform, refusal } from '../support/client.js';
import { eventsOf, makeUpload } from '../support/images.js';
import {
  done,
  makeAccount,
  makeRestricted,
  makeToken,
  makeVpc,
  type TestAccount,
} from '../support/makers.js';
import { wrongCounters } from './support/wrong-counters.js';
import { report } from './support/seeded-run.js';

const ACCOUNTS = iterations('FAULT_ACCOUNTS', 100);
const ROUNDS = iterations('FAULT_RACES', 5);
const CREATORS = 64;
const ASKERS = 8;

let replicas: TestApp[];
let direct: pg.Client;

beforeAll(async () => {
  const first = await startApp();
  replicas = [first, await startApp({}, first)];
  direct = new pg.Client(first.databaseUrl);
  await direct.connect();
});
afterAll(async () => {
  expect(await wrongCounters(direct)).toEqual([]);
  await direct.end();
  for (const replica of [...replicas].reverse()) await replica.close();
});

/** The same caller at this replica. */
const at = (replica: number, { token }: Client) => new Client(replicas[replica % 2]!.url, token);

it('[Domains rule 1] [D-104] 12,000 records exactly, of 64 who create at once on two replicas', async () => {
  const { client } = await makeAccount(replicas[0]!);
  const body = { domain: 'full.example.com', type: 'master', soa_email: 'a@example.com' };
  const { id } = done(await client.post('/domains', body));
  await direct.query(
    `INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
     SELECT (SELECT account_id FROM domains WHERE id = $1), $1, 'A', 'h' || n, '192.0.2.1', 0, 0, 0, 0, now(), now(), 'h' || n || '.full.example.com', '192.0.2.1'
     FROM generate_series(1, 11990) n`,
    [id],
  );
  await direct.query('UPDATE domains SET record_count = 11990 WHERE id = $1', [id]);
  const record = (n: number) => ({ type: 'A', name: `n${n}`, target: '192.0.2.1' });
  const answers = await Promise.all(
    Array.from({ length: CREATORS }, (_, n) => at(n, client).post(`/domains/${id}/records`, record(n))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const full = refusal('', 'You have reached the maximum of 12000 records for this domain.');
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body]).toEqual([400, full]);
  }
  expect(done(await client.filter(`/domains/${id}/records`, {})).results).toBe(12_000);
});

it('[Domains rule 5] [D-91] one of many accounts gets a name, in whatever spelling they want it', async () => {
  const accounts = await makeAccounts(ACCOUNTS);
  const spellings = [
    'bücher.example',
    'BÜCHER.example',
    'Bücher.EXAMPLE.',
    'xn--bcher-kva.example',
    'XN--BCHER-KVA.Example.',
    'bu\u0308cher.example',
    'bücher。example',
  ];
  const answers = await Promise.all(
    accounts.map((client, n) => {
      const domain = spellings[n % spellings.length];
      return at(n, client).post('/domains', { domain, type: 'master', soa_email: 'a@example.com' });
    }),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won.map(({ body }) => body.domain)).toEqual(['xn--bcher-kva.example']);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body]).toEqual([400, refusal('domain', 'Domain already exists.')]);
  }
});

describe('[Profile rule 9] what is asked after the answer to a withdrawal is not served, by either replica', () => {
  let account: TestAccount;
  beforeAll(async () => (account = await makeAccount(replicas[0]!)));

  it.each<[string, number, () => Promise<Withdrawal>]>([
    ['a token that is revoked', 401, revocation],
    ['a grant that is taken away', 404, grantRemoval],
    ['a user who is deleted', 401, userDeletion],
    ['an OAuth client that is deleted', 401, clientDeletion],
  ])('%s', async (_, refused, prepare) => {
    let asked = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { client, path, withdraw } = await prepare();
      let withdrawn = false;
      let enough = false;
      const late: number[] = [];
      const askers = Array.from({ length: ASKERS }, async (_, asker) => {
        for (let turn = asker; !enough; turn++) {
          const isLate = withdrawn;
          const caller = at(turn, client);
          const { status } = await (turn % 3 ? caller.get(path) : caller.put(path, { label: `l${turn}` }));
          asked++;
          if (isLate) late.push(status);
          else expect([200, 401, 404]).toContain(status);
          if (late.length >= ASKERS * 4) enough = true;
        }
      });
      done(await withdraw());
      withdrawn = true;
      await Promise.all(askers);
      expect(new Set(late)).toEqual(new Set([refused]));
    }
    report(`races: ${asked} requests during ${ROUNDS} withdrawals`);
  });

  interface Withdrawal {
    readonly client: Client;
    readonly path: string;
    readonly withdraw: () => ReturnType<Client['delete']>;
  }

  async function vpcPath(): Promise<string> {
    return `/vpcs/${(await makeVpc(account.client, { subnets: 2 })).id}`;
  }

  async function revocation(): Promise<Withdrawal> {
    const { id, token } = done(await account.client.post('/profile/tokens'));
    const withdraw = () => account.client.delete(`/profile/tokens/${id}`);
    return { client: new Client(replicas[0]!.url, token), path: await vpcPath(), withdraw };
  }

  async function grantRemoval(): Promise<Withdrawal> {
    const path = await vpcPath();
    const id = Number(path.split('/').at(-1));
    const user = await makeRestricted(replicas[0]!, account, { vpc: [{ id, permissions: 'read_write' }] });
    const none = { vpc: [{ id, permissions: null }] };
    const withdraw = () => at(1, account.client).put(`/account/users/${user.username}/grants`, none);
    return { client: user.client, path, withdraw };
  }

  async function userDeletion(): Promise<Withdrawal> {
    const path = await vpcPath();
    const username = `leaving-${path.split('/').at(-1)}`;
    const user = { username, email: 'a@example.com', restricted: false };
    done(await platform(replicas[0]!).post(`/accounts/${account.id}/users`, user));
    const client = await makeToken(replicas[0]!, username, '*');
    return { client, path, withdraw: () => at(1, account.client).delete(`/account/users/${username}`) };
  }

  async function clientDeletion(): Promise<Withdrawal> {
    const made = { label: 'app', redirect_uri: 'https://app.example/callback' };
    const { id } = done(await account.client.post('/account/oauth-clients', made));
    const wanted = { kind: 'oauth', scopes: '*', client_id: id };
    const { token } = done(await platform(replicas[0]!).post(`/users/${account.username}/tokens`, wanted));
    const client = new Client(replicas[0]!.url, token);
    return {
      client,
      path: await vpcPath(),
      withdraw: () => account.client.delete(`/account/oauth-clients/${id}`),
    };
  }
});

it('[D-130] two replicas’ jobs end the same windows once each', async () => {
  const { client } = await makeAccount(replicas[0]!);
  const uploads = Array.from({ length: 40 }, () => makeUpload(replicas[0]!, client));
  const ids = (await Promise.all(uploads)).map(({ id }) => Number(id.split('/')[1]));
  replicas[0]!.clock.forward(86_400);
  const tidied = await Promise.all(
    [...replicas, ...replicas].map(({ app }) => app.get(TidyService).deleteOverdue()),
  );
  expect(tidied.flat().sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
  const events = (await eventsOf(client, 'image_upload')) as { status: string }[];
  expect(events.map(({ status }) => status)).toEqual(Array(40).fill('failed'));
  expect(done(await client.filter('/images', { is_public: false })).results).toBe(0);
});

/** Accounts by SQL, each with a user and a token: the makers would spend most of the time on passwords. */
async function makeAccounts(count: number): Promise<Client[]> {
  const { rows } = await direct.query<{ token: string }>(
    `WITH a AS (
       INSERT INTO accounts (company, email, active_since)
       SELECT 'c', 'a@example.com', now() FROM generate_series(1, $1) RETURNING id),
     u AS (
       INSERT INTO users (account_id, username, email, restricted, created)
       SELECT id, 'racer-' || id, 'a@example.com', false, now() FROM a RETURNING id, account_id, username),
     t AS (
       INSERT INTO tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created)
       SELECT account_id, id, 'personal', 't', '*', sha256(convert_to('token-of-' || username, 'UTF8')), 'token', now() FROM u)
     SELECT 'token-of-' || username AS token FROM u`,
    [count],
  );
  return rows.map(({ token }) => new Client(replicas[0]!.url, token));
}
