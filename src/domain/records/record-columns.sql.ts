import { VALUES } from './same-record.rules.js';

const INTEGERS: ReadonlySet<string> = new Set(['ttl_sec', 'priority', 'weight', 'port']);

/** The columns of a record's values, in the order of `VALUES`, with their types. */
const COLUMNS = VALUES.map((property) => {
  const column = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { column, type: INTEGERS.has(column) ? 'integer' : 'text' };
});

/** Makes SQL: the list of the columns. @param alias of a relation that has them */
export function valueColumns(alias?: string): string {
  return COLUMNS.map(({ column }) => (alias ? `${alias}.${column}` : column)).join(', ');
}

/** SQL: the columns with their types, for a relation made from JSON. */
export const TYPED_VALUES = COLUMNS.map(({ column, type }) => `${column} ${type}`).join(', ');

/** Makes SQL that sets each column to that of another relation. */
export function valuesFrom(alias: string): string {
  return COLUMNS.map(({ column }) => `${column} = ${alias}.${column}`).join(', ');
}

/** Makes SQL with a parameter for each column. @param first the number of the first one */
export function valuePlaces(first: number): string {
  return COLUMNS.map(({ type }, index) => `$${first + index}${type === 'integer' ? '::integer' : ''}`).join(
    ', ',
  );
}

/** Makes SQL with a parameter for each column: an array with one value per record. */
export function valueArrayParameters(first: number): string {
  return COLUMNS.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ');
}

/** Makes SQL of a record's full name in lower case. @param name, domain SQL of the two names */
export function fqdnOf(name: string, domain: string): string {
  return `CASE ${name} WHEN '' THEN ${domain} ELSE lower(${name}) || '.' || ${domain} END`;
}
