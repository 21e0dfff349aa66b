import type { ParseArgsConfig } from 'node:util';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** One command of `npm run admin`. */
export interface AdminCommand {
  /** One or two words, as typed: `image-store adopt`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What the command does, what it prints, and when to run it; for `--help`. */
  readonly help: string;
  /** The options it takes, for `node:util`'s parseArgs. */
  readonly options?: Options;
  /**
   * @returns what is printed.
   * @throws UsageError if an option is wrong.
   * @throws StartError if it can't do its work for a reason that the operator can mend.
   */
  run(values: Readonly<Record<string, unknown>>): Promise<object>;
}

/** The command line is wrong: what it names can't be. */
export class UsageError extends Error {}
