import type { RecordValues } from '../records/record-type.js';
import { nameserversWithoutAddress } from './nameserver-addresses.rules.js';

type NamedRecord = Pick<RecordValues, 'type' | 'name' | 'rdata'> & { readonly id: number };

/**
 * Finds the records that zone files leave out and that nameservers do not serve.
 * @returns the reasons by the records' ids (D-108, D-292, D-293, D-294)
 */
export function leftOutReasons(domain: string, records: readonly NamedRecord[]): ReadonlyMap<number, string> {
  const lame = nameserversWithoutAddress(domain, records);
  const delegated = new Set(
    records
      .filter(({ id, type, rdata }) => type === 'NS' && rdata !== null && !lame.has(id))
      .map(({ name }) => name.toLowerCase()),
  );
  const reasons = new Map<number, string>();
  for (const { id, type, name, rdata } of records) {
    if (rdata === null) reasons.set(id, 'too long');
    else if (lame.has(id)) reasons.set(id, `${lame.get(id)} has no address`);
    else if (type === 'DS' && !delegated.has(name.toLowerCase()))
      reasons.set(id, `${name} has no nameserver`);
  }
  return reasons;
}
