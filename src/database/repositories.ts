import { isDeepStrictEqual } from 'node:util';
import { Raw, type FindOperator, type FindOptionsWhere, type ObjectLiteral, type Repository } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/**
 * Rows of one INSERT. A statement has at most 65,535 parameters, and each number of rows makes
 * another text to prepare.
 */
const ROWS_AT_ONCE = 100;

/** Inserts any number of rows, including none. */
export async function insertAll<Entity extends ObjectLiteral>(
  repository: Repository<Entity>,
  rows: readonly Entity[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await repository.insert(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/**
 * The condition of TypeORM's `where` that a column of type cidr shares an address with the range.
 */
export function overlapsRange(range: string): FindOperator<string> {
  return Raw((column) => `${column} && CAST(:range AS cidr)`, { range });
}

/** A row after a requested change. */
export interface Changed<Row> {
  readonly row: Row;
  /** Whether the row has changed (D-276). */
  readonly isChanged: boolean;
}

/**
 * Updates the columns of a stored row whose value a change replaces; undefined keeps the old value.
 * @param before the row, locked
 * @param ifChanged columns that are set when others change, such as `updated`
 */
export async function changeRow<Entity extends ObjectLiteral, Row extends Partial<Entity>>(
  repository: Repository<Entity>,
  where: FindOptionsWhere<Entity>,
  before: Row,
  change: { readonly [Key in keyof Row]?: Row[Key] | undefined },
  ifChanged: Partial<Row> = {},
): Promise<Changed<Row>> {
  const others = Object.entries(change).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, before[key as keyof Row]),
  );
  if (others.length === 0) return { row: before, isChanged: false };
  const columns = { ...Object.fromEntries(others), ...ifChanged };
  await repository.update(where, columns as QueryDeepPartialEntity<Entity>);
  return { row: { ...before, ...columns }, isChanged: true };
}
