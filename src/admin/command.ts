import type { ParseArgsConfig } from 'node:util';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** One command of `npm run admin`. */
export interface AdminCommand {
  /** One or two words, as in `image-store adopt`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What the command does, what it prints, and when to run it; for `--help`. */
  readonly help: string;
  /** The options it takes, for `node:util`'s parseArgs. */
  readonly options?: Options;
  /**
   * @returns the printed result
   * @throws UsageError if an option is wrong
   * @throws StartError for a failure that the operator can fix
   */
  run(values: Readonly<Record<string, unknown>>): Promise<object>;
}

/** The command line is wrong. */
export class UsageError extends Error {}
