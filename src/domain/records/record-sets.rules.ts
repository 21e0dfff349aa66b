import type { RecordTypeName, RecordValues } from './record-type.js';

/** The key of a set: the same for all records of one name and type. */
export function setKey({
  type,
  name,
}: Pick<RecordValues, 'name'> & { readonly type: RecordTypeName }): string {
  return `${type} ${name.toLowerCase()}`;
}

/** Groups values by a key; groups, and the values in them, are in the order in which they come. */
export function grouped<Value, Key>(
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
