import pg from 'pg';
import { iterations } from '../support/iterations.js';
import { makeAccount } from '../support/makers.js';
import { wrongCounters } from './support/wrong-counters.js';
import { Load } from './support/write-load.js';
import { Random } from '../support/random.js';
import { report, SEED } from './support/seeded-run.js';
import { Deployment, type Victim } from './support/deployment.js';
import { Writer } from './support/writer.js';

const ROUNDS = iterations('FAULT_ROUNDS', 8);
const WRITERS = 6;
const VICTIMS: readonly Victim[] = ['replica', 'database server', 'database backend', 'balancer'];
/** The least number of answered changes between two kills; up to as many again are added at random. */
const CHANGES = 10;

let deployment: Deployment;
const random = new Random(SEED);

beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

it('[D-21] a process that is killed takes nothing with it that was acknowledged, and leaves nothing half done', async () => {
  report(`kills: FAULT_SEED=${SEED}, ${ROUNDS} rounds`);
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => begin(n)));
  const load = new Load(writers);
  const killed = new Map<Victim, number>();
  for (let round = 1; round <= ROUNDS; round++) {
    const victim = VICTIMS[round % VICTIMS.length]!;
    killed.set(victim, (killed.get(victim) ?? 0) + 1);
    load.go();
    await load.until(CHANGES + random.int(CHANGES));
    await deployment.kill(victim, random.int(100));
    await load.pause();
    await deployment.untilIdle();
    const disagreements = await Promise.all(writers.map((writer) => writer.disagreements()));
    expect({ round, victim, disagreements: disagreements.flat() }).toEqual({
      round,
      victim,
      disagreements: [],
    });
    if (round % 10 === 0) report(`kills: ${round} rounds, ${JSON.stringify(load.counts())}`);
  }
  const database = new pg.Client(deployment.databaseUrl);
  await database.connect();
  expect(await wrongCounters(database)).toEqual([]);
  await database.end();
  const kills = [...killed].map(([victim, times]) => `${times} ${victim}`).join(', ');
  report(`kills: ${kills}; changes: ${JSON.stringify(load.counts())}`);
  expect(load.counts().acknowledged).toBeGreaterThan(ROUNDS);
});

async function begin(n: number): Promise<Writer> {
  const { client } = await makeAccount({ url: deployment.platformUrl });
  return Writer.begin(deployment.url, client.token!, new Random(SEED + n), `w${n}`);
}
