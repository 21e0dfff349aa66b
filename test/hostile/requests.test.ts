import fc from 'fast-check';
import pg from 'pg';
import { A_DAY_MS, iterations } from '../support/iterations.js';
import { PLATFORM_TOKEN } from '../support/app.js';
import { faultsOf, type HostileAnswer } from './support/answer-check.js';
import { hostileRequests, type HostileRequest, type OpenApi } from './support/random-requests.js';
import { report, SEED } from './support/seeded-run.js';
import { Sender } from './support/keep-alive-sender.js';
import { startServiceProcess, type ServiceProcess } from './support/service-process.js';
import { Bystander, makeAttackTarget } from './support/attack-target.js';

const REQUESTS = iterations('HOSTILE_REQUESTS', 750);
/** Of each operation against one account, which they leave in ruins. */
const PER_OPERATION = 3;
const AT_ONCE = 8;
/** Caches fill, and a collection leaves some: what grows with each request is far more in a long run. */
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
  `[Errors rule 1] ${REQUESTS} requests generated from the OpenAPI document: no 5xx, every error in form, nothing kept, nobody else touched`,
  async () => {
    report(`${REQUESTS} requests; again with HOSTILE_SEED=${SEED}`);
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;
    const bystander = await Bystander.make(service, database);
    const before = await bystander.state();
    const run = new Run(service, document);
    let middle = 0;
    for (let target = 0; run.sent < REQUESTS; target++) {
      await run.target(database, SEED + target * 1000);
      if (run.sent < REQUESTS / 2 || middle === 0) middle = (await service.memory()).heap;
    }
    run.close();
    report(
      `${JSON.stringify(run.statuses)}; memory ${middle} at half, ${(await service.memory()).heap} at the end`,
    );
    const failures = service.log.filter((line) => line.includes('request failed'));
    expect({ wrong: run.wrong, failures: failures.slice(0, 5) }).toEqual({ wrong: [], failures: [] });
    expect(service.isRunning()).toBe(true);
    expect(run.operations.size).toBe(
      Object.values(document.paths).flatMap((path) => Object.keys(path)).length,
    );
    expect((await service.memory()).heap).toBeLessThan(middle + GROWTH_BYTES);
    expect(await bystander.state()).toEqual(before);
  },
  A_DAY_MS,
);

class Run {
  /** The first few of what went wrong, with what it takes to see it again. */
  readonly wrong: object[] = [];
  readonly statuses: Record<string, number> = {};
  readonly operations = new Set<string>();
  sent = 0;
  private readonly sender: Sender;

  constructor(
    private readonly service: ServiceProcess,
    private readonly document: OpenApi,
  ) {
    this.sender = new Sender(service.url);
  }

  async target(database: pg.Client, seed: number): Promise<void> {
    const target = await makeAttackTarget(this.service, database);
    const requests = hostileRequests(this.document, target, PLATFORM_TOKEN).flatMap((of, index) =>
      fc
        .sample(of, { seed: seed + index, numRuns: PER_OPERATION })
        .map((request, turn) => ({ request, turn })),
    );
    // Not one operation after the other: what one deletes, the next ones would all miss.
    requests.sort((one, other) => one.turn - other.turn);
    const turns = requests.entries();
    const caller = async () => {
      for (const [index, { request }] of turns) await this.judge(request, { seed, index });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
  }

  close(): void {
    this.sender.close();
  }

  private async judge(request: HostileRequest, at: object): Promise<void> {
    this.sent++;
    const answer = await this.sender.send(request);
    const faults = typeof answer === 'string' ? [answer] : faultsOf(answer, request.method);
    const status = typeof answer === 'string' ? answer : answer.status;
    this.operations.add(request.operation);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (faults.length === 0 || this.wrong.length >= 5) return;
    this.wrong.push({ ...at, faults, request: shortened(request), said: said(answer) });
  }
}

/** What tells a request from others, short enough to read. */
function shortened({ method, path, headers, body }: HostileRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.slice(0, 60)}`);
  return [`${method} ${path.slice(0, 300)}`, ...lines, '', body?.toString('latin1').slice(0, 1500)].join(
    '\n',
  );
}

function said(answer: HostileAnswer | string): string {
  if (typeof answer === 'string') return answer;
  return `${String(answer.headers['x-request-id'])} ${answer.body.toString().slice(0, 300)}`;
}
