import { TYPEORM, type BoundStatement } from './wire.js';

/**
 * The number of TypeORM's texts that one session prepares. Each costs the server some 10 to 50 KiB,
 * and a list in `In(...)` makes a text for each length. PostgreSQL parses texts beyond the limit
 * each time.
 */
const MAX_OF_TYPEORM = 200;

/** PostgreSQL's names have at most 63 bytes, and a number takes some. */
const MAX_LABEL = 55;

/** The names of one session's prepared statements. */
export class PreparedNames {
  private readonly names = new Map<string, string>();
  private made = 0;
  private ofTypeOrm = 0;

  /** @returns undefined for a statement that is not prepared */
  of({ label, text }: BoundStatement): string | undefined {
    if (label === undefined) return undefined;
    return this.names.get(text) ?? this.nameNew(label, text);
  }

  /**
   * Called when the statement is outdated or lost: PostgreSQL parses its text again, under another
   * name.
   */
  forget(text: string): void {
    this.names.delete(text);
  }

  private nameNew(label: string, text: string): string | undefined {
    if (label === TYPEORM && this.ofTypeOrm++ >= MAX_OF_TYPEORM) return undefined;
    const name = `${label.slice(0, MAX_LABEL)}.${++this.made}`;
    this.names.set(text, name);
    return name;
  }
}
