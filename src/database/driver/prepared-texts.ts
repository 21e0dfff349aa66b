import { closeStatement, type PgConnection } from './pg-connection.js';

/** Statements that one session keeps for TypeORM. Each costs the server some 10 to 50 KiB. */
const MAX_PREPARED = 200;

/**
 * Names the texts that TypeORM writes, so that a session parses each of them once. The session keeps the texts that were
 * used last and closes the others: a list in `In(...)` makes a new text for each length.
 */
export class PreparedTexts {
  private readonly names = new Map<string, string>();
  private made = 0;

  constructor(private readonly connection: PgConnection) {}

  nameOf(text: string): string {
    const name = this.names.get(text) ?? `typeorm.${++this.made}`;
    // A Map keeps the order of insertion: the first entry is the one that was used longest ago.
    this.names.delete(text);
    this.names.set(text, name);
    if (this.names.size > MAX_PREPARED) this.closeOldest();
    return name;
  }

  private closeOldest(): void {
    const [oldest] = this.names;
    const [text, name] = oldest!;
    this.names.delete(text);
    closeStatement(this.connection, name);
  }
}
