import { Raw, type FindOperator } from 'typeorm';

/** In a `where` of TypeORM: the column of type cidr shares an address with the range. */
export function overlapsRange(range: string): FindOperator<string> {
  return Raw((column) => `${column} && CAST(:range AS cidr)`, { range });
}
