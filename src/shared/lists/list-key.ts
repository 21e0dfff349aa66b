import type { Parameters } from './parameters.js';

/**
 * The columns of a list's own order with their SQL types. They are never null, never change, and
 * together identify a row: a cursor continues after the row that it names (D-236).
 */
export type ListKey = Readonly<Record<string, string>>;

/** The ORDER BY of a key. */
export function orderBy(key: ListKey, descending: boolean): string {
  return Object.keys(key)
    .map((column) => (descending ? `${column} DESC` : column))
    .join(', ');
}

/** SQL of a row's position in the order: the values of the key as texts. */
export function positionOf(key: ListKey): string {
  const texts = Object.keys(key).map((column) => `(${column})::text`);
  return `ARRAY[${texts.join(', ')}]`;
}

/** The condition on the rows after a position. */
export function afterPosition(
  key: ListKey,
  descending: boolean,
  position: readonly string[],
  parameters: Parameters,
): string {
  const columns = Object.keys(key);
  const values = Object.values(key).map((type, index) => `${parameters.add(position[index])}::${type}`);
  const sign = descending ? '<' : '>';
  const after = `(${columns.join(', ')}) ${sign} (${values.join(', ')})`;
  // With several tables, an index covers only the first column.
  return columns.length === 1 ? after : `${columns[0]} ${sign}= ${values[0]} AND ${after}`;
}
