import type { RecordTypeName, RecordValues } from './record-type.js';

/** Returns the key of a record set: equal for all records of one name and type. */
export function recordSetKey({
  type,
  name,
}: Pick<RecordValues, 'name'> & { readonly type: RecordTypeName }): string {
  return `${type} ${name.toLowerCase()}`;
}

/** Groups values by a key. Groups and their values keep the order of `values`. */
export function groupBy<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
