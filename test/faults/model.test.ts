import fc from 'fast-check';
import pg from 'pg';
import { iterations } from '../support/iterations.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client, platform } from '../support/client.js';
import { done, makeAccount } from '../support/makers.js';
import { ran } from './support/model-command.js';
import { DOMAIN_COMMANDS } from './support/domain-commands.js';
import { wrongCounters } from './support/wrong-counters.js';
import { MAX_SUBNETS, MAX_VPCS, Model, type Real } from './support/model.js';
import { report, SEED } from './support/seeded-run.js';
import { VPC_COMMANDS } from './support/vpc-commands.js';

const COMMANDS = iterations('FAULT_COMMANDS', 300);
const MOST_PER_RUN = 100;
const IDS_PER_RUN = 100;

let replicas: TestApp[];
let runs = 0;

beforeAll(async () => {
  const env = { MAX_VPCS_PER_ACCOUNT: String(MAX_VPCS), MAX_SUBNETS_PER_VPC: String(MAX_SUBNETS) };
  const first = await startApp(env);
  replicas = [first, await startApp(env, first)];
});
afterAll(async () => {
  for (const replica of [...replicas].reverse()) await replica.close();
});

it.each([
  ['VPCs, subnets and attachments', VPC_COMMANDS],
  ['domains and records', DOMAIN_COMMANDS],
])('%s: two replicas do what the specification says, whatever came before', async (area, commands) => {
  report(`model: FAULT_SEED=${SEED}`);
  ran.commands = 0;
  const property = fc.asyncProperty(
    fc.commands(commands as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[], {
      maxCommands: MOST_PER_RUN,
      size: 'max',
    }),
    async (some) => {
      const [model, real] = [new Model(), await makeReal()];
      await fc.asyncModelRun(() => ({ model, real }), some);
      await expectEvents(model, real);
    },
  );
  for (let batch = 0; ran.commands < COMMANDS; batch++) {
    await fc.assert(property, { seed: SEED + batch, numRuns: 10 });
    if (batch % 20 === 19) report(`model: ${ran.commands} commands so far`);
  }
  report(`model: ${ran.commands} commands on ${area}`);
  const database = new pg.Client(replicas[0]!.databaseUrl);
  await database.connect();
  expect(await wrongCounters(database)).toEqual([]);
  await database.end();
});

async function makeReal(): Promise<Real> {
  const accounts = [await makeAccount(replicas[0]!), await makeAccount(replicas[0]!)];
  const run = ++runs;
  return {
    clients: accounts.map(({ client }) => replicas.map(({ url }) => new Client(url, client.token))),
    accounts: accounts.map(({ id }) => id),
    platform: platform(replicas[run % 2]!),
    suffix: `r${run}`,
    firstId: run * IDS_PER_RUN,
  };
}

/** spec: Events. Each operation leaves its events, in the order of the operations. */
async function expectEvents(model: Model, { clients }: Real): Promise<void> {
  for (const [account, [client]] of clients.entries()) {
    const shown: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = done(await client!.get(`/account/events?page_size=500&page=${page}`));
      pages = body.pages;
      const events = body.data as { action: string; entity: { label: string } }[];
      shown.push(...events.map(({ action, entity }) => `${action} ${entity.label}`));
    }
    expect(shown.reverse()).toEqual(model.events[account]);
  }
}
