import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { freePorts } from '../support/free-port.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { done, makeAccount, type TestAccount } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { startReplica, type Program as Replica } from '../stack/programs.js';
import { DatabaseCluster } from './patroni.js';

const WRITERS = 6;
const UNAVAILABLE = refusal('', 'The service is temporarily unavailable.');

describe('two replicas on a primary and a standby under Patroni', () => {
  let folder: string;
  let cluster: DatabaseCluster;
  let urls: string[];
  let replicas: Replica[];

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    cluster = await DatabaseCluster.start(folder);
    const ports = await freePorts(2);
    urls = ports.map((port) => `http://127.0.0.1:${port}`);
    replicas = await Promise.all(ports.map((port) => startReplica(port, cluster.url, folder)));
  }, 300_000);

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  it('lose no acknowledged write with the primary, say 503 meanwhile, and write again by themselves', async () => {
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, number) => {
        const account = await makeAccount({ url: urls[0]! });
        return new Writer(account, new Client(urls[number % 2]!, account.client.token));
      }),
    );
    const running = writers.map((writer) => writer.run());
    await Promise.all(writers.map((writer) => writer.untilAcknowledged(50)));

    const killed = await cluster.primary();
    const killedAt = performance.now();
    await killed.kill();
    await Promise.all(writers.map((writer) => writer.untilAcknowledgedAfterRefusal(50)));
    for (const writer of writers) writer.isOver = true;
    await Promise.all(running);

    for (const writer of writers) {
      expect(
        writer.refusals.filter(({ status, body }) => status !== 503 || !sameJson(body, UNAVAILABLE)),
      ).toEqual([]);
      expect(writer.refusals.filter(({ headers }) => !headers.get('retry-after'))).toEqual([]);
      const kept = await writer.labelsKept();
      expect(writer.acknowledged.filter((label) => !kept.has(label))).toEqual([]);
    }
    report(writers, killedAt);

    killed.start();
    await killed.until('sync');
    expect(await cluster.primary()).not.toBe(killed);
  }, 300_000);
});

/** Creates one VPC after the other, and keeps a journal of what it was told. */
class Writer {
  readonly acknowledged: string[] = [];
  readonly refusals: Answer[] = [];
  readonly acknowledgedAt: number[] = [];
  slowest = 0;
  isOver = false;
  private sinceRefusal = 0;

  constructor(
    private readonly account: TestAccount,
    private readonly client: Client,
  ) {}

  async run(): Promise<void> {
    for (let number = 0; !this.isOver; number++) {
      const label = `net-${number}`;
      const began = performance.now();
      const answer = await this.client.post('/vpcs', { label, region: 'us-east' });
      this.slowest = Math.max(this.slowest, performance.now() - began);
      if (answer.status === 200) this.acknowledge(label);
      else await this.refused(answer);
    }
  }

  async untilAcknowledged(count: number): Promise<void> {
    while (this.acknowledged.length < count) await setTimeout(20);
  }

  async untilAcknowledgedAfterRefusal(count: number): Promise<void> {
    while (this.refusals.length === 0 || this.sinceRefusal < count) await setTimeout(20);
  }

  async labelsKept(): Promise<Set<string>> {
    const labels = new Set<string>();
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = done(await this.account.client.get(`/vpcs?page_size=500&page=${page}`));
      pages = body.pages as number;
      for (const { label } of body.data as { label: string }[]) labels.add(label);
    }
    return labels;
  }

  private acknowledge(label: string): void {
    this.acknowledged.push(label);
    this.acknowledgedAt.push(performance.now());
    this.sinceRefusal++;
  }

  /** A caller that comes again sooner than it was told to, yet not at once. */
  private async refused(answer: Answer): Promise<void> {
    this.refusals.push(answer);
    this.sinceRefusal = 0;
    await setTimeout(200);
  }
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function report(writers: readonly Writer[], killedAt: number): void {
  const times = writers.flatMap(({ acknowledgedAt }) => acknowledgedAt);
  const lost = Math.max(...times.filter((time) => time <= killedAt + 500));
  const back = Math.min(...times.filter((time) => time > lost));
  const count = (of: (writer: Writer) => number) => writers.reduce((sum, writer) => sum + of(writer), 0);
  process.stdout.write(
    `failover: ${count((w) => w.acknowledged.length)} acknowledged, 0 lost, ` +
      `${count((w) => w.refusals.length)} refused, ${((back - lost) / 1000).toFixed(1)} s without writes, ` +
      `slowest answer ${(Math.max(...writers.map((w) => w.slowest)) / 1000).toFixed(1)} s\n`,
  );
}
