import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { iterations } from '../support/iterations.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, type Answer } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, makeVpc } from '../support/makers.js';
import { TestClock } from '../support/test-clock.js';
import { wrongCounters } from './support/wrong-counters.js';
import { report } from './support/seeded-run.js';

const CONFLICTS = iterations('FAULT_CONFLICTS', 200);
const DEADLOCKS = iterations('FAULT_DEADLOCKS', 20);
const CALLERS = 6;
const LANES = 10;

let database: TestDatabase;
let direct: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  direct = new pg.Client(database.url);
  await direct.connect();
});
afterEach(async () => {
  await direct.end();
  await database.drop();
});

async function startReplicas(count: number): Promise<TestApp[]> {
  const clock = new TestClock();
  const starts = Array.from({ length: count }, () =>
    startApp({ DATABASE_POOL: '20' }, { databaseUrl: database.url, clock }),
  );
  return Promise.all(starts);
}

/** Some changes of these tables fail: half of them at once, half at the COMMIT. */
async function makeConflicts(tables: readonly string[]): Promise<void> {
  await direct.query(`CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF random() < 0.1 THEN RAISE serialization_failure; END IF; RETURN NULL; END $$`);
  for (const table of tables) {
    await direct.query(
      `CREATE TRIGGER conflict AFTER INSERT OR UPDATE ON ${table} EXECUTE FUNCTION conflict()`,
    );
    await direct.query(`CREATE CONSTRAINT TRIGGER conflict_at_commit AFTER INSERT OR UPDATE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION conflict()`);
  }
}

const retriesOf = (apps: readonly TestApp[]) =>
  apps.reduce((sum, { app }) => sum + app.get(Database).activity.retries, 0);

it('[D-21] writes that PostgreSQL can’t serialise are tried again, and nobody sees more than a refusal', async () => {
  const apps = await startReplicas(2);
  const account = await makeAccount(apps[0]!);
  const { id: domain } = await makeDomain(account.client);
  const { id: vpc } = await makeVpc(account.client);
  await makeConflicts(['vpcs', 'vpc_subnets', 'domains', 'records']);
  const before = retriesOf(apps);
  const statuses = new Map<number, number>();
  const made = { records: 0, subnets: 0 };
  const kinds = [
    async (client: Client, turn: number) => {
      const answer = await client.post(`/domains/${domain}/records`, { type: 'TXT', target: `t${turn}` });
      if (answer.status === 200) made.records++;
      return answer;
    },
    async (client: Client, turn: number) => {
      const range = { label: 's', ipv4: `10.${turn % 250}.0.0/24` };
      const answer = await client.post(`/vpcs/${vpc}/subnets`, range);
      if (answer.status === 200) made.subnets++;
      return answer;
    },
    (client: Client, turn: number) => client.put(`/vpcs/${vpc}`, { label: `l${turn}` }),
    (client: Client, turn: number) => client.put(`/domains/${domain}`, { description: `d${turn}` }),
    (client: Client) => client.post('/vpcs', { label: 'v', region: 'us-east' }),
  ];
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const { url } = apps[caller % 2]!;
    const client = new Client(url, account.client.token);
    for (let turn = caller; retriesOf(apps) - before < CONFLICTS; turn += CALLERS) {
      const { status } = await kinds[turn % kinds.length]!(client, turn);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(callers);
  report(`conflicts: ${retriesOf(apps) - before} retried, answers ${JSON.stringify([...statuses])}`);
  expect([...statuses.keys()].filter((status) => ![200, 400].includes(status))).toEqual([]);
  expect(done(await account.client.get(`/domains/${domain}/records`)).results).toBe(made.records);
  expect(done(await account.client.get(`/vpcs/${vpc}/subnets`)).results).toBe(made.subnets);
  expect(await wrongCounters(direct)).toEqual([]);
  await Promise.all(apps.map((app) => app.close()));
});

it('[D-21] the victim of a deadlock is tried again', async () => {
  // PostgreSQL aborts the transaction that detects the deadlock. That is usually the service's; if the rival was slow, the rival's.
  const name = new URL(database.url).pathname.slice(1);
  await direct.query(`ALTER DATABASE ${name} SET deadlock_timeout = '500ms'`);
  const [app] = (await startReplicas(1)) as [TestApp];
  const lanes = Math.min(LANES, DEADLOCKS);
  const answers = await Promise.all(Array.from({ length: lanes }, () => deadlocks(app)));
  expect(answers.flat().filter(({ status }) => status !== 200)).toEqual([]);
  const { rows } = await direct.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  report(`conflicts: ${rows[0]!.deadlocks} deadlocks, ${retriesOf([app])} retried`);
  await app.close();
});

/** Deletes of VPCs, each of whose subnets somebody else has locked who then wants the VPC. */
async function deadlocks(app: TestApp): Promise<Answer[]> {
  const { client } = await makeAccount(app);
  const rival = new pg.Client(database.url);
  await rival.connect();
  await rival.query(`SET deadlock_timeout = '1s'`);
  const answers: Answer[] = [];
  while (retriesOf([app]) < DEADLOCKS) {
    const { id, subnets } = await makeVpc(client, { subnets: 2 });
    await rival.query('BEGIN');
    await rival.query('SELECT FROM vpc_subnets WHERE id = $1 FOR UPDATE', [subnets[1].id]);
    const deleted = client.delete(`/vpcs/${id}`);
    await untilLocked(id);
    await rival.query('SELECT FROM vpcs WHERE id = $1 FOR UPDATE', [id]).catch(expectDeadlock);
    await rival.query('ROLLBACK');
    answers.push(await deleted);
  }
  await rival.end();
  return answers;
}

function expectDeadlock({ code }: { code?: string }): void {
  expect(code).toBe('40P01');
}

/** Resolves when somebody holds the VPC. */
async function untilLocked(vpc: number): Promise<void> {
  const locked = 'SELECT FROM vpcs WHERE id = $1 FOR UPDATE SKIP LOCKED';
  while ((await direct.query(locked, [vpc])).rowCount! > 0);
}
