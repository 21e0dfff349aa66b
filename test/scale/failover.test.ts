import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

  it('[D-230] lose no acknowledged write with the primary, say 503 meanwhile, write again by themselves, and do nothing twice that has a key', async () => {
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, number) => {
        const account = await makeAccount({ url: urls[0]! });
        const client = new Client(urls[number % 2]!, account.client.token);
        return new Writer(account, client, { isKeyed: number >= WRITERS / 2 });
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
      const isKnown = ({ status, body }: Answer) =>
        (status === 503 && sameJson(body, UNAVAILABLE)) || (status === 409 && writer.isKeyed);
      const unknown = writer.refusals.filter((refusal) => !isKnown(refusal));
      expect(unknown.map((refusal) => [refusal, logged(refusal)])).toEqual([]);
      expect(writer.refusals.filter(({ headers }) => !headers.get('retry-after'))).toEqual([]);
      const kept = await writer.labelsKept();
      expect(writer.acknowledged.filter((label) => !kept.includes(label))).toEqual([]);
      if (writer.isKeyed) expect(kept).toEqual(writer.acknowledged);
    }
    report(writers, killedAt);

    killed.start();
    await killed.until('sync');
    expect(await cluster.primary()).not.toBe(killed);
  }, 300_000);

  /** What a replica logged of an answer. */
  function logged({ headers }: Answer): string | undefined {
    const id = headers.get('x-request-id')!;
    const lines = readFileSync(join(folder, 'replica.log'), 'utf8').split('\n');
    return lines.find((line) => line.includes(id));
  }
});

/**
 * Creates one VPC after the other, and keeps a journal of what it was told. One with keys asks again with the same key for as
 * long as it is refused, so that each of its VPCs is acknowledged in the end.
 */
class Writer {
  readonly acknowledged: string[] = [];
  readonly refusals: Answer[] = [];
  readonly acknowledgedAt: number[] = [];
  readonly isKeyed: boolean;
  replayed = 0;
  slowest = 0;
  isOver = false;
  private sinceRefusal = 0;

  constructor(
    private readonly account: TestAccount,
    private readonly client: Client,
    { isKeyed }: { isKeyed: boolean },
  ) {
    this.isKeyed = isKeyed;
  }

  async run(): Promise<void> {
    for (let number = 0; !this.isOver; number++) {
      const headers: Record<string, string> = this.isKeyed ? { 'Idempotency-Key': randomUUID() } : {};
      while (!(await this.isAcknowledged(`net-${number}`, headers)) && this.isKeyed);
    }
  }

  async untilAcknowledged(count: number): Promise<void> {
    while (this.acknowledged.length < count) await setTimeout(20);
  }

  async untilAcknowledgedAfterRefusal(count: number): Promise<void> {
    while (this.refusals.length === 0 || this.sinceRefusal < count) await setTimeout(20);
  }

  /** In the order in which they were made. */
  async labelsKept(): Promise<string[]> {
    const labels: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = done(await this.account.client.get(`/vpcs?page_size=500&page=${page}`));
      pages = body.pages as number;
      labels.push(...(body.data as { label: string }[]).map(({ label }) => label));
    }
    return labels;
  }

  private async isAcknowledged(label: string, headers: Record<string, string>): Promise<boolean> {
    const began = performance.now();
    const answer = await this.client.post('/vpcs', { label, region: 'us-east' }, headers);
    this.slowest = Math.max(this.slowest, performance.now() - began);
    if (answer.headers.get('idempotency-replayed')) this.replayed++;
    if (answer.status === 200) this.acknowledge(label);
    else await this.refused(answer);
    return answer.status === 200;
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
      `${count((w) => w.refusals.length)} refused, ${count((w) => w.replayed)} replayed, ${((back - lost) / 1000).toFixed(1)} s without writes, ` +
      `slowest answer ${(Math.max(...writers.map((w) => w.slowest)) / 1000).toFixed(1)} s\n`,
  );
}
