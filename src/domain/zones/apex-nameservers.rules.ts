import { absoluteHost } from '../records/host-target.rules.js';
import type { RecordValues } from '../records/record-type.js';

type NamedRecord = Pick<RecordValues, 'type' | 'name' | 'rdata'> & { readonly id: number };

/**
 * The hosts of apex NS records that lie in the zone and have no address there, by the records' ids: programs refuse to load
 * a zone with such a record, so it is left out (D-108). The function `pdns.lacks_address` says the same.
 */
export function nameserversWithoutAddress(
  domain: string,
  records: readonly NamedRecord[],
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const apex = records.filter(({ type, name, rdata }) => type === 'NS' && name === '' && rdata !== null);
  if (apex.length === 0) return found;
  const names = existingNames(records);
  const addresses = new Set(
    records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ name }) => name.toLowerCase()),
  );
  for (const { id, rdata } of apex) {
    const host = absoluteHost(rdata!, domain).toLowerCase();
    const name = relativeTo(domain, host);
    if (name !== undefined && !addresses.has(ownerOf(name, names))) found.set(id, host);
  }
  return found;
}

/** All names that exist in the zone: those of records, and those between them and the apex. */
function existingNames(records: readonly NamedRecord[]): ReadonlySet<string> {
  const names = new Set(['']);
  for (const record of records) {
    for (let name = record.name.toLowerCase(); !names.has(name); name = parentOf(name)) names.add(name);
  }
  return names;
}

/** The name of the records that answer for `name`: its own, or the wildcard's below its closest encloser (RFC 4592). */
function ownerOf(name: string, names: ReadonlySet<string>): string {
  let closest = name;
  while (!names.has(closest)) closest = parentOf(closest);
  if (closest === name) return name;
  return closest === '' ? '*' : `*.${closest}`;
}

function parentOf(name: string): string {
  const period = name.indexOf('.');
  return period === -1 ? '' : name.slice(period + 1);
}

/** @returns undefined for a host outside the zone */
function relativeTo(domain: string, host: string): string | undefined {
  if (host === `${domain}.`) return '';
  return host.endsWith(`.${domain}.`) ? host.slice(0, -domain.length - 2) : undefined;
}
