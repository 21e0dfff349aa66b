import fc from 'fast-check';
import type { Client } from '../../support/client.js';
import type { Model, Real } from './model.js';

/** An id that does not exist. */
export const MISSING = 9_007_199_254_740_991;

/** Counts the commands that were run. */
export const ran = { commands: 0 };

/** One request, and the result that it must have. */
export class Command implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly name: string,
    private readonly work: (model: Model, real: Real) => Promise<unknown>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    ran.commands++;
    await this.work(model, real);
  }

  toString(): string {
    return this.name;
  }
}

/** Whose user asks, and which replica. */
export class Who {
  constructor(
    readonly account: number,
    private readonly replica: number,
  ) {}

  client({ clients }: Real): Client {
    return clients[this.account]![this.replica]!;
  }
}

export const who = fc.tuple(fc.nat(1), fc.nat(1)).map(([account, replica]) => new Who(account, replica));

/** One of these; undefined when there is none. */
export function among<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % items.length];
}
