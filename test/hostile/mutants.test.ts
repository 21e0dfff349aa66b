import fc from 'fast-check';
import pg from 'pg';
import { A_DAY_MS, iterations } from '../support/iterations.js';
import { faultsOf, type HostileAnswer } from './support/answer-check.js';
import { mutants, validRequests } from './support/request-mutants.js';
import { answersIn, exchange } from './support/raw-exchange.js';
import { report, SEED } from './support/seeded-run.js';
import { startServiceProcess, type ServiceProcess } from './support/service-process.js';
import { Bystander, makeAttackTarget } from './support/attack-target.js';

const MUTANTS = iterations('HOSTILE_MUTANTS', 1000);
const PER_WORLD = 500;
const AT_ONCE = 24;
const GROWTH_BYTES = 24 * 1024 * 1024;

let service: ServiceProcess;
let database: pg.Client;
beforeAll(async () => {
  service = await startServiceProcess();
  database = new pg.Client(service.databaseUrl);
  await database.connect();
}, 180_000);
afterAll(async () => {
  await database.end();
  await service.stop();
});

it(
  `[Errors rule 1] ${MUTANTS} mutants of raw requests: each is answered or closed, no 5xx, every error in form, nothing kept, nobody else touched`,
  async () => {
    report(`${MUTANTS} mutants; again with HOSTILE_SEED=${SEED}`);
    const bystander = await Bystander.make(service, database);
    const before = await bystander.state();
    const run = new Run(Number(new URL(service.url).port));
    const worlds = Math.ceil(MUTANTS / PER_WORLD);
    let middle = 0;
    for (let target = 0; target < worlds; target++) {
      const valid = validRequests(await makeAttackTarget(service, database));
      await run.mutants(
        fc.sample(mutants(valid), { seed: SEED + target, numRuns: PER_WORLD }),
        SEED + target,
      );
      if (target === Math.floor(worlds / 2)) middle = (await service.memory()).heap;
    }
    report(
      `${JSON.stringify(run.statuses)}; memory ${middle} at half, ${(await service.memory()).heap} at the end`,
    );
    expect(run.wrong).toEqual([]);
    expect(service.log.filter((line) => line.includes('"level":50')).slice(0, 5)).toEqual([]);
    expect(service.isRunning()).toBe(true);
    expect((await service.memory()).heap).toBeLessThan(middle + GROWTH_BYTES);
    expect(await bystander.state()).toEqual(before);
  },
  A_DAY_MS,
);

class Run {
  /** The first few of what went wrong, with what it takes to see it again. */
  readonly wrong: object[] = [];
  readonly statuses: Record<string, number> = {};

  constructor(private readonly port: number) {}

  async mutants(all: readonly Buffer[], seed: number): Promise<void> {
    const turns = all.entries();
    const caller = async () => {
      for (const [index, mutant] of turns) await this.judge(mutant, { seed, index });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
  }

  private async judge(mutant: Buffer, at: object): Promise<void> {
    const came = await exchange(this.port, mutant);
    const faults = came === undefined ? ['never closed'] : this.faultsIn(came, mutant);
    if (faults.length === 0 || this.wrong.length >= 5) return;
    const [sent, said] = [mutant, came].map((bytes) => bytes?.toString('latin1').slice(0, 1000));
    this.wrong.push({ ...at, faults, sent, said });
  }

  private faultsIn(came: Buffer, mutant: Buffer): string[] {
    // A request line in a header's value is none.
    const requests = mutant.toString('latin1').matchAll(/(?<!^[\w-]+:.*)([A-Z]+) +[^\r\n]* HTTP/gm);
    const methods = [...requests].map(([, method]) => method!);
    const { answers, rest } = answersIn(came, methods);
    const key = answers.map(({ status }) => status).join(' ') || 'closed';
    this.statuses[key] = (this.statuses[key] ?? 0) + 1;
    const cutOff = rest === '' ? [] : [`no answer: ${rest.slice(0, 100)}`];
    return [
      ...cutOff,
      ...answers.flatMap((answer, index) => faultsOfAny(answer, methods[index] ?? method(mutant))),
    ];
  }
}

/** Of a request without a version, which Node reads as well: the whole word, so that `BHEAD` is not `HEAD`. */
function method(mutant: Buffer): string {
  return /^\s*(HEAD|OPTIONS) /.exec(mutant.toString('latin1'))?.[1] ?? 'GET';
}

/** People get pages, and redirects to them; clients of OAuth the form of D-154; everybody else that of the API. */
function faultsOfAny(answer: HostileAnswer, method: string): string[] {
  const { status, headers, body } = answer;
  const isPage = /^text\/html/.test(String(headers['content-type']));
  if (status < 500 && (isPage || status === 303)) return [];
  const text = body.toString();
  if (status < 500 && /^\{"error":"\w+","error_description":"[^"]+","errors":\[\{/.test(text)) return [];
  // What could not be read has no method either; its connection is closed after the answer.
  const isUnread = headers['x-request-id'] === undefined && headers.connection === 'close';
  return faultsOf(answer, isUnread ? 'GET' : method);
}
