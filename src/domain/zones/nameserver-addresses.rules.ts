import { absoluteHost } from '../records/host-target.rules.js';
import type { RecordValues } from '../records/record-type.js';
import { parentOf, relativeName } from '../names.rules.js';
import { existingNames, ownerOf } from './names-in-zone.rules.js';

type NamedRecord = Pick<RecordValues, 'type' | 'name' | 'rdata'> & { readonly id: number };

/**
 * Finds NS records whose host lies in the zone and has no address there. Zone files leave them out
 * (D-108, D-292), because programs warn about such a zone or refuse it. A host below another
 * delegation is in the delegated zone, if that delegation has a nameserver outside of this zone or
 * with an address. The database function `pdns.lacks_address` has the same rules.
 * @returns the hosts by the records' ids
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
      return { id, owner: name.toLowerCase(), host, name: relativeName(host.slice(0, -1), domain) };
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
    if (names.has(name) || !isBelowAny(name, delegations, owner)) found.set(id, host);
  }
  return found;
}

/** Whether a name lies below one of the delegations other than `own`. */
function isBelowAny(name: string, delegations: ReadonlySet<string>, own: string): boolean {
  for (let above = parentOf(name); above !== ''; above = parentOf(above)) {
    if (above !== own && delegations.has(above)) return true;
  }
  return false;
}
