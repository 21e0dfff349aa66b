import type { ObjectLiteral, Repository } from 'typeorm';

/** Rows in one statement: a statement has at most 65,535 parameters, and each number of rows is a text of its own. */
const ROWS_AT_ONCE = 100;

/** Inserts any number of rows, none included. */
export async function insertAll<Entity extends ObjectLiteral>(
  repository: Repository<Entity>,
  rows: readonly Entity[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await repository.insert(rows.slice(from, from + ROWS_AT_ONCE));
  }
}
