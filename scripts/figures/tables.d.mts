export interface TableUse {
  /** The area that uses the table. */
  readonly area: string;
  /** The area that the table belongs to. */
  readonly owner: string;
  /** The table, or the file of its entity. */
  readonly what: string;
  readonly path: string;
}

export function foreignTableUses(): TableUse[];
export function twoWayTablePairs(): string[];
