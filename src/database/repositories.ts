import { Raw, type FindOperator, type ObjectLiteral, type Repository } from 'typeorm';

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

/** In a `where` of TypeORM: the column of type cidr shares an address with the range. */
export function overlapsRange(range: string): FindOperator<string> {
  return Raw((column) => `${column} && CAST(:range AS cidr)`, { range });
}

/** Whether a change leaves every column as it is: TypeORM refuses such an update, and skips undefined values of others. */
export function setsNothing(change: object): boolean {
  return Object.values(change).every((value) => value === undefined);
}
