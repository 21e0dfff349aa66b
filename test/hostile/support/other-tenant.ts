import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { packageRoot } from '../../../src/shared/package-root.js';
import { makeAccount } from '../../support/makers.js';
import { underAttack, type Attack } from './attack.js';
import type { ServiceProcess } from './service-process.js';

const QUIET_MS = 400;
const ATTACKED_MS = 1500;
/** Others use the machine too: the best of so many comparisons counts. */
const MAX_COMPARISONS = 3;

/** What another tenant noticed of an attack. */
export interface Delay {
  /** The median of the tenant's requests, in milliseconds. */
  readonly quiet: number;
  readonly attacked: number;
  readonly ratio: number;
  /** Rounds of the attack while the tenant asked. */
  readonly rounds: number;
  /** What requests were answered with that were not answered with 200. */
  readonly failures: readonly unknown[];
}

/** A tenant who has nothing to do with the attacker. */
export class OtherTenant {
  private constructor(private readonly process: ChildProcess) {}

  static async start(service: ServiceProcess): Promise<OtherTenant> {
    const { client } = await makeAccount(service);
    const script = join(packageRoot, 'test/hostile/support/tenant-process.mjs');
    const tenant = new OtherTenant(fork(script, [service.url, client.token!]));
    await tenant.ask(ATTACKED_MS);
    return tenant;
  }

  /**
   * Compares the tenant's requests during an attack with those before and after it.
   * @param enough the ratio below which there is no need to compare again
   */
  async delayBy(attack: Attack, enough: number): Promise<Delay> {
    const delays: Delay[] = [];
    do delays.push(await this.compare(attack));
    while (delays.at(-1)!.ratio >= enough && delays.length < MAX_COMPARISONS);
    const best = delays.reduce((one, other) => (other.ratio < one.ratio ? other : one));
    return { ...best, failures: delays.flatMap(({ failures }) => failures) };
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill();
    await exited;
  }

  private async compare(attack: Attack): Promise<Delay> {
    const before = await this.ask(QUIET_MS);
    const { result: during, rounds } = await underAttack(attack, () => this.ask(ATTACKED_MS));
    const after = await this.ask(QUIET_MS);
    const quiet = median([...before.times, ...after.times]);
    const attacked = median(during.times);
    const failures = [before, during, after].flatMap((asked) => asked.failures);
    return { quiet, attacked, ratio: attacked / quiet, rounds, failures };
  }

  private async ask(milliseconds: number): Promise<{ times: number[]; failures: unknown[] }> {
    const answer = once(this.process, 'message') as Promise<[{ times: number[]; failures: unknown[] }]>;
    this.process.send(milliseconds);
    return (await answer)[0];
  }
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[times.length >> 1]!;
}
