import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { iterations } from '../support/iterations.js';
import type { TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { TextMessageReceiver } from '../support/text-message-receiver.js';
import { wrongCounters } from './support/wrong-counters.js';
import { Load } from './support/write-load.js';
import { Random } from '../support/random.js';
import { report, SEED } from './support/seeded-run.js';
import { Deployment, type Measured } from './support/deployment.js';
import { TIMERS, type Timed, type Timer } from './support/timers.js';
import { Writer } from './support/writer.js';

const SECONDS = iterations('SOAK_SECONDS', 60);
/** How many times as fast as real time the service's clock runs. */
const FACTOR = iterations('CLOCK_FACTOR', 24);
const WRITERS = 3;
const DATABASE_POOL = 10;
/** By our clock: how long before an end it is looked for, and between two samples. */
const EARLY_MS = 3_000;
const LONGEST_EARLY_MS = 20_000;
/** The most samples to wait for a job that ends something. */
const MOST_TURNS = 60;
const SAMPLE_MS = 1_000;
const START = Date.now();

let deployment: Deployment;
let messages: TextMessageReceiver;
let database: pg.Client;
let load: Load;
let writers: Writer[];
let aheadMs = 0;
const seen = { before: 0, tooLate: 0 };
const samples: (Measured & { readonly connections: number })[] = [];
const now = () => START + (Date.now() - START) * FACTOR + aheadMs;

beforeAll(async () => {
  messages = await TextMessageReceiver.start();
  deployment = await Deployment.start({
    // Where the support of the sign-in tests takes the service to be.
    PUBLIC_URL: 'http://localhost:3000',
    SMS_WEBHOOK_URL: messages.url,
    JOB_INTERVAL_SECONDS: '1',
    DATABASE_POOL: String(DATABASE_POOL),
    CLOCK_START: String(START),
    CLOCK_FACTOR: String(FACTOR),
  });
  database = new pg.Client(deployment.databaseUrl);
  await database.connect();
  writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => begin(n)));
  load = new Load(writers);
});
afterAll(async () => {
  await load.pause();
  await database.end();
  await deployment.stop();
  await messages.stop();
});

it('keeps its size and ends everything in time, for as long as it runs', async () => {
  report(`soak: FAULT_SEED=${SEED}, at least ${SECONDS} s, clock ${FACTOR} times as fast`);
  const began = performance.now();
  load.go();
  let passes = 0;
  do {
    await everyTimerOnce();
    passes++;
  } while (performance.now() - began < SECONDS * 1000);
  await load.pause();
  expect(await disagreements()).toEqual([]);
  expect(await wrongCounters(database)).toEqual([]);
  const days = Math.round((now() - START) / 86_400_000);
  const { acknowledged } = load.counts();
  report(`soak: ${Math.round((performance.now() - began) / 1000)} s, ${days} days by the service's clock`);
  report(`soak: ${passes} times ${TIMERS.length} timers, ${JSON.stringify(seen)} their end`);
  report(`soak: ${acknowledged} changes`);
  expectFlat();
  expect(writers.flatMap(({ unanswered }) => unanswered)).toEqual([]);
});

/** Looks at each just before it has to end, and just after. */
async function everyTimerOnce(): Promise<void> {
  for (const timer of TIMERS) {
    let earlyMs = EARLY_MS;
    // A machine that took too long to ask has learnt nothing of the time before.
    while (!(await wasSeenInTime(timer, earlyMs)) && earlyMs < LONGEST_EARLY_MS) earlyMs *= 2;
  }
}

/** @returns whether it was looked at before its end. */
async function wasSeenInTime(timer: Timer, earlyMs: number): Promise<boolean> {
  const timed: Timed = { app: { url: deployment.replicaUrls[0] } as TestApp, messages, now };
  const span = timer.seconds * 1000;
  const beganMs = now();
  const [isEarly, isLate] = [await timer.begin(timed), await timer.begin(timed)];
  // Times are whole seconds.
  const [endsAfterMs, endsBeforeMs] = [beganMs + span - 1000, now() + span + 1000];
  await forward(endsAfterMs - earlyMs * FACTOR);
  const wasThere = await isEarly();
  const inTime = now() < endsAfterMs;
  if (inTime) expect([timer.name, wasThere]).toEqual([timer.name, true]);
  while (now() < endsBeforeMs) await sample();
  let isThere = await isLate();
  for (let turns = 0; isThere && timer.byJob && turns < MOST_TURNS; turns++) {
    await sample();
    isThere = await isLate();
  }
  expect([timer.name, isThere]).toEqual([timer.name, false]);
  seen[inTime ? 'before' : 'tooLate']++;
  return inTime;
}

/** Goes on to a moment, if it has not come. Meanwhile nothing is under way that time would end. */
async function forward(toMs: number): Promise<void> {
  if (toMs <= now()) return;
  await load.pause();
  await Promise.all(writers.map((writer) => writer.removeImages()));
  expect(await disagreements()).toEqual([]);
  const seconds = Math.floor((toMs - now()) / 1000);
  if (seconds > 0) {
    await deployment.forward(seconds);
    aheadMs += seconds * 1000;
  }
  load.go();
}

async function disagreements(): Promise<string[]> {
  return (await Promise.all(writers.map((writer) => writer.disagreements()))).flat();
}

async function sample(): Promise<void> {
  const measured = await deployment.measured();
  const { rows } = await database.query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name = 'cloud-account-service'`,
  );
  for (const one of measured) samples.push({ ...one, ...rows[0]! });
  await setTimeout(SAMPLE_MS);
}

/** The last third against the one before it; in the first the process grows into its work. */
function expectFlat(): void {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const means = (of: typeof samples) => ({
    heapMb: mean(of.map(({ heapBytes }) => heapBytes)) / 2 ** 20,
    handles: mean(of.map(({ handles }) => handles)),
    connections: mean(of.map(({ connections }) => connections)),
    loopDelayMs: mean(of.map(({ loopDelayMs }) => loopDelayMs)),
  });
  const [before, after] = [means(middle), means(last)];
  report(`soak: ${samples.length} samples, middle third ${inWords(before)}, last third ${inWords(after)}`);
  expect(after.heapMb).toBeLessThan(before.heapMb * 1.2 + 5);
  expect(after.handles).toBeLessThan(before.handles * 1.2 + 10);
  // Each replica has one more for readiness (D-229).
  expect(after.connections).toBeLessThanOrEqual(2 * (DATABASE_POOL + 1));
  expect(after.loopDelayMs).toBeLessThan(before.loopDelayMs * 4 + 50);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function inWords(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure.toFixed(1)}`)
    .join(', ');
}

async function begin(n: number): Promise<Writer> {
  const { client } = await makeAccount({ url: deployment.platformUrl });
  return Writer.begin(deployment.url, client.token!, new Random(SEED + n), `w${n}`);
}
