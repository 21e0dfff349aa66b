/**
 * Longer responses are serialized and written in pieces of about this size (D-283). A page of 100
 * ordinary entries is shorter.
 */
export const PIECE_BYTES = 64 * 1024;

/** The sizes of the rows of long responses, as PostgreSQL sent them. */
const sizes = new WeakMap<readonly unknown[], number>();

/** Stores the size of rows that are longer than a piece. */
export function noteSize(rows: readonly unknown[], bytes: number): void {
  if (bytes > PIECE_BYTES) sizes.set(rows, bytes);
}

/** Gives rows the size of the rows from which they are made. */
export function withSizeOf<Made extends readonly unknown[]>(rows: readonly unknown[], made: Made): Made {
  const bytes = sizes.get(rows);
  if (bytes !== undefined) sizes.set(made, bytes);
  return made;
}

/** @returns undefined for rows that are not longer than a piece */
export function sizeOf(rows: readonly unknown[]): number | undefined {
  return sizes.get(rows);
}
