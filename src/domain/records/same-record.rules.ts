import type { RecordValues } from './record-type.js';

/** The values of a record: all that is stored of it but its id and its times. In the order of INSERT_MANY's arrays. */
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
export function isSame(one: RecordValues, other: RecordValues): boolean {
  return VALUES.every((key) => one[key] === other[key]);
}

/** The values of a record that is to be written. A stored record has an id, so the compiler refuses it here. */
export type NewValues = RecordValues & { readonly id?: never };

/** The values alone, without the id and the times of a stored record. */
export function valuesOf(record: RecordValues): NewValues {
  const values: Record<string, unknown> = {};
  for (const key of VALUES) values[key] = record[key];
  return values as unknown as NewValues;
}
