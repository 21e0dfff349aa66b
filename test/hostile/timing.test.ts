import pg from 'pg';
import { MISSING, Scene } from '../access/scene.js';
import { seen } from '../access/sweep.js';
import { startApp } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import { IS_LONG, report } from './support/seeded-run.js';

const SAMPLES = IS_LONG ? 4000 : 20;
/** Of the rank-sum statistic, were the two alike: beyond it once in a billion runs. */
const MAX_Z = 6;

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const own = await Scene.make(app, database);
const foreign = await Scene.make(app, database);
const client = await own.owner();
afterAll(async () => {
  await database.end();
  await app.close();
});

type Params = Readonly<Record<string, string>>;
interface Ask {
  readonly name: string;
  readonly send: (caller: Client, params: Params) => Promise<Answer>;
}

const ASKS: readonly Ask[] = [
  { name: 'GET a VPC', send: (caller, { vpcId }) => caller.get(`/v4/vpcs/${vpcId}`) },
  { name: 'PUT a VPC', send: (caller, { vpcId }) => caller.put(`/v4/vpcs/${vpcId}`, { label: 'x' }) },
  { name: 'GET a domain', send: (caller, { domainId }) => caller.get(`/v4/domains/${domainId}`) },
  { name: 'DELETE a domain', send: (caller, { domainId }) => caller.delete(`/v4/domains/${domainId}`) },
  { name: 'GET a private image', send: (caller, { imageId }) => caller.get(`/v4/images/${imageId}`) },
  { name: 'GET a user', send: (caller, { username }) => caller.get(`/v4/account/users/${username}`) },
  { name: 'GET a token', send: (caller, { tokenId }) => caller.get(`/v4/profile/tokens/${tokenId}`) },
];

it.each(ASKS)(
  '[D-32] $name: foreign and missing are answered alike, and in the long run as fast',
  async ({ name, send }) => {
    const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
    for (let sample = 0; sample < SAMPLES; sample++) {
      // In turn, now the one and now the other first: what else the machine does meets both.
      const [one, other] = sample % 2 ? (['foreign', 'missing'] as const) : (['missing', 'foreign'] as const);
      const answers = { [one]: await timed(one), [other]: await timed(other) };
      expect(answers.foreign).toEqual(answers.missing);
    }
    const z = rankSum(times.foreign, times.missing);
    report(`${name}: z ${z.toFixed(2)} over ${SAMPLES} pairs`);
    if (IS_LONG) expect(Math.abs(z)).toBeLessThan(MAX_Z);

    async function timed(whose: 'foreign' | 'missing') {
      const began = performance.now();
      const answer = await send(client, whose === 'foreign' ? foreign.params : MISSING);
      times[whose].push(performance.now() - began);
      expect(answer.status).toBe(404);
      return seen(answer);
    }
  },
  600_000,
);

/** Mann and Whitney's statistic, as the standard deviations that it is from what two samples of one kind would give. */
function rankSum(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((time) => ({ time, mine: true })), ...other.map((time) => ({ time, mine: false }))];
  all.sort((left, right) => left.time - right.time);
  const ranks = all.reduce((sum, { mine }, index) => sum + (mine ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  return (ranks - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}
