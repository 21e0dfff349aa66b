import type { Parameters } from './parameters.js';

/**
 * The columns of a list's own order with their SQL types. None is ever null or changes, and together they name a row: a
 * cursor goes on after the row that it names (D-236).
 */
export type ListKey = Readonly<Record<string, string>>;

/** The ORDER BY of a key. */
export function orderBy(key: ListKey, descending: boolean): string {
  return Object.keys(key)
    .map((column) => (descending ? `${column} DESC` : column))
    .join(', ');
}

/** A row's place in the order: the key's values as texts. */
export function placeOf(key: ListKey): string {
  const texts = Object.keys(key).map((column) => `(${column})::text`);
  return `ARRAY[${texts.join(', ')}]`;
}

/** The condition on the rows that come after a place. */
export function afterPlace(
  key: ListKey,
  descending: boolean,
  place: readonly string[],
  parameters: Parameters,
): string {
  const columns = Object.keys(key);
  const places = Object.values(key).map((type, index) => `${parameters.add(place[index])}::${type}`);
  const sign = descending ? '<' : '>';
  const after = `(${columns.join(', ')}) ${sign} (${places.join(', ')})`;
  // Of several tables, an index can find only the first column.
  return columns.length === 1 ? after : `${columns[0]} ${sign}= ${places[0]} AND ${after}`;
}
