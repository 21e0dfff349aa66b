import { TYPEORM, type Asked } from './asked.js';

/**
 * Texts of TypeORM that one session prepares; each costs the server some 10 to 50 KiB. A list in `In(...)` makes a text for
 * each length: the session parses those beyond the bound each time.
 */
const MAX_OF_TYPEORM = 200;

/** The names under which one session prepares statements, so that PostgreSQL parses each text once. */
export class PreparedNames {
  private readonly names = new Map<string, string>();
  private made = 0;
  private ofTypeOrm = 0;

  /** @returns undefined for a statement that is not prepared */
  of({ label, text }: Asked): string | undefined {
    if (label === undefined) return undefined;
    return this.names.get(text) ?? this.nameNew(label, text);
  }

  /** Gives the text another name after the session lost the statement: PostgreSQL parses it again under that name. */
  forget(text: string): void {
    this.names.delete(text);
  }

  private nameNew(label: string, text: string): string | undefined {
    if (label === TYPEORM && this.ofTypeOrm++ >= MAX_OF_TYPEORM) return undefined;
    const name = `${label}.${++this.made}`;
    this.names.set(text, name);
    return name;
  }
}
