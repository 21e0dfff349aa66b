import type { Values } from '../reader.js';
import type { Statement } from '../statement.js';

/** A statement with its values, ready to be sent. */
export interface Asked {
  readonly text: string;
  readonly values: Values;
  /** With what the name of the prepared statement begins; undefined for a statement that is parsed each time. */
  readonly label: string | undefined;
}

/** What a statement's answer says. */
export interface Answer {
  readonly rows: readonly unknown[];
  /** How many rows were given or changed. */
  readonly rowCount: number;
  /** What was done: after a failure COMMIT rolls back. */
  readonly command: string;
  /** About the size of the rows as they came. */
  readonly bytes: number;
}

/** The label of TypeORM's texts. */
export const TYPEORM = 'typeorm';

/** A text without values, such as BEGIN. */
export function plain(text: string): Asked {
  return { text, values: [], label: undefined };
}

/** Makes what is asked of statements and of TypeORM's texts. */
export class Wire {
  /** @param prepares false behind a pooler: a name belongs to a server's session, and the next statement may find another. */
  constructor(private readonly prepares: boolean) {}

  statement({ name, text, way }: Statement<unknown>, values: Values): Asked {
    return { text, values: way === 'keyed' ? [values] : values, label: this.prepares ? name : undefined };
  }

  text(text: string, values: Values): Asked {
    return { text, values, label: this.prepares ? TYPEORM : undefined };
  }
}
