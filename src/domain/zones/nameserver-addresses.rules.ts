import { absoluteHost } from '../records/host-target.rules.js';
import type { RecordValues } from '../records/record-type.js';

type NamedRecord = Pick<RecordValues, 'type' | 'name' | 'rdata'> & { readonly id: number };

/**
 * The hosts of NS records that lie in the zone and have no address there, by the records' ids: programs complain about such a zone, or
 * refuse it, so the record is left out (D-108, D-292). A host below another delegation is that zone's own, if that delegation stands
 * without such help. The function `pdns.lacks_address` says the same.
 */
export function nameserversWithoutAddress(
  domain: string,
  records: readonly NamedRecord[],
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const nameservers = records
    .filter(({ type, rdata }) => type === 'NS' && rdata !== null)
    .map(({ id, name, rdata }) => {
      const host = absoluteHost(rdata!, domain).toLowerCase();
      return { id, owner: name.toLowerCase(), host, name: relativeTo(domain, host) };
    });
  if (nameservers.every(({ name }) => name === undefined)) return found;
  const names = existingNames(records);
  const addresses = new Set(
    records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ name }) => name.toLowerCase()),
  );
  const delegations = new Set(
    nameservers.filter(({ name }) => name === undefined || addresses.has(name)).map(({ owner }) => owner),
  );
  delegations.delete('');
  for (const { id, owner, host, name } of nameservers) {
    if (name === undefined || addresses.has(ownerOf(name, names))) continue;
    if (names.has(name) || !isBelow(name, delegations, owner)) found.set(id, host);
  }
  return found;
}

/** Whether a name lies below one of these, but for `own`. */
function isBelow(name: string, delegations: ReadonlySet<string>, own: string): boolean {
  for (let above = parentOf(name); above !== ''; above = parentOf(above)) {
    if (above !== own && delegations.has(above)) return true;
  }
  return false;
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
