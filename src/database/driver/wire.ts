import type { Values } from '../reader.js';
import type { Query, Statement } from '../statement.js';

/** A statement with its values. */
export interface BoundStatement {
  readonly text: string;
  readonly values: Values;
  /**
   * The beginning of the prepared statement's name; undefined for a statement that is not prepared.
   */
  readonly label: string | undefined;
  readonly maxCharacters?: number | undefined;
  readonly isOfTypeOrm?: boolean;
}

/** The result of a statement. */
export interface Answer {
  readonly rows: readonly unknown[];
  /** The number of returned or changed rows. */
  readonly rowCount: number;
  /** PostgreSQL's command tag. After a failure, that of COMMIT is ROLLBACK. */
  readonly command: string;
  /** The approximate size of the rows as texts. */
  readonly bytes: number;
}

/** The label of TypeORM's texts. */
export const TYPEORM = 'typeorm';

/** A text without values, such as BEGIN. */
export function plain(text: string): BoundStatement {
  return { text, values: [], label: undefined };
}

/** Binds statements and TypeORM's texts to values. */
export class Wire {
  /**
   * @param prepares false behind a pooler, because a prepared statement belongs to a session of the
   * server, and the next statement may run in another session
   */
  constructor(private readonly prepares: boolean) {}

  statement({ name, text, maxCharacters }: Statement<unknown>, values: Values): BoundStatement {
    return { text, values, label: this.prepares ? name : undefined, maxCharacters };
  }

  /** Binds a keyed query to several keys, as one array for each value of a key. */
  keyed({ name, ofKeys }: Query<unknown>, keys: readonly Values[]): BoundStatement {
    const values = keys[0]!.map((_, index) => keys.map((key) => key[index]));
    return { text: ofKeys!, values, label: this.prepares ? name : undefined };
  }

  text(text: string, values: Values): BoundStatement {
    return { text, values, label: this.prepares ? TYPEORM : undefined, isOfTypeOrm: true };
  }
}
