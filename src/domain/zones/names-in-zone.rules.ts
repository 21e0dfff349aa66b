import { parentOf } from '../names.rules.js';

/**
 * Returns all names that exist in the zone, relative to it and in lower case: those of records, and
 * those between them and the apex.
 */
export function existingNames(records: readonly { readonly name: string }[]): ReadonlySet<string> {
  const names = new Set(['']);
  for (const record of records) {
    for (let name = record.name.toLowerCase(); !names.has(name); name = parentOf(name)) names.add(name);
  }
  return names;
}

/**
 * Returns the name of the records that answer for `name`: `name` itself, or the wildcard below its
 * closest encloser (RFC 4592).
 */
export function ownerOf(name: string, names: ReadonlySet<string>): string {
  let closest = name;
  while (!names.has(closest)) closest = parentOf(closest);
  if (closest === name) return name;
  return closest === '' ? '*' : `*.${closest}`;
}
