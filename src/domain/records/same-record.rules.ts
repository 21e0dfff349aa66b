import type { RecordValues } from './record-type.js';

/**
 * The properties that hold a record's values: all but its id and its times. In the order of
 * INSERT_MANY's arrays.
 */
export const VALUES = [
  'type',
  'name',
  'target',
  'ttlSec',
  'priority',
  'weight',
  'port',
  'service',
  'protocol',
  'tag',
  'rdata',
] as const satisfies readonly (keyof RecordValues)[];

/** Whether two records have the same values. */
export function hasSameValues(one: RecordValues, other: RecordValues): boolean {
  return VALUES.every((key) => one[key] === other[key]);
}

/**
 * The values of a record to write. The compiler refuses a stored record here, because it has an id.
 */
export type NewValues = RecordValues & { readonly id?: never };

/** Returns the values of a stored record without its id and its times. */
export function valuesOf(record: RecordValues): NewValues {
  const values: Record<string, unknown> = {};
  for (const key of VALUES) values[key] = record[key];
  return values as unknown as NewValues;
}
