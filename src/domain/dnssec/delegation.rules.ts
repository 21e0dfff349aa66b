import { absoluteHost } from '../records/host-target.rules.js';
import { buildRecord } from '../records/record.rules.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { RecordTypeName, RecordValues } from '../records/record-type.js';

/** What makes stored records the wanted ones. */
export interface RecordsChange {
  readonly gone: readonly StoredRecord[];
  readonly added: readonly RecordValues[];
}

/**
 * The records of a domain at its name in the one above.
 * @param targets hosts with a final period, or DS records in presentation form
 * @throws Invalid when the name is too long for a record
 */
export function delegating(
  type: 'NS' | 'DS',
  targets: readonly string[],
  domain: string,
  above: string,
): RecordValues[] {
  const name = domain.slice(0, -above.length - 1);
  const context = { domain: above, remoteAddress: '' };
  return targets.map((target) => buildRecord(type, { name, target }, context));
}

/** What of these types goes and comes so that the wanted records are there, and no others of these types. */
export function changeTo(
  stored: readonly StoredRecord[],
  wanted: readonly RecordValues[],
  types: readonly RecordTypeName[],
  above: string,
): RecordsChange {
  const ofTypes = stored.filter(({ type }) => types.some((one) => one === type));
  const meaning = ({ type, rdata }: Pick<RecordValues, 'type' | 'rdata'>) =>
    `${type} ${type === 'NS' ? absoluteHost(rdata!, above).toLowerCase() : rdata}`;
  const there = new Set(ofTypes.map(meaning));
  const wished = new Set(wanted.map(meaning));
  return {
    gone: ofTypes.filter((record) => !wished.has(meaning(record))),
    added: wanted.filter((record) => !there.has(meaning(record))),
  };
}
