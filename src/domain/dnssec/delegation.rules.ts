import type { RecordChanges } from '../changes/zone-draft.rules.js';
import { servedForm } from '../records/dns-form.rules.js';
import { buildRecord } from '../records/record.rules.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { RecordTypeName, RecordValues } from '../records/record-type.js';

/**
 * Builds the records of a domain at its name in the domain above.
 * @param targets hosts with a final period, or DS records in presentation format
 * @throws Invalid when the name is too long for a record
 */
export function delegationRecords(
  type: 'NS' | 'DS',
  targets: readonly string[],
  domain: string,
  above: string,
): RecordValues[] {
  const context = { domain: above, remoteAddress: '' };
  // An absolute name, of which the service removes the domain above once.
  return targets.map((target) => buildRecord(type, { name: `${domain}.`, target }, context));
}

/**
 * Returns the changes after which `wanted` are the only records of these types. Creates equal
 * records once: a domain's own NS records may repeat each other, and the platform's hosts.
 */
export function changesTo(
  stored: readonly StoredRecord[],
  wanted: readonly RecordValues[],
  types: readonly RecordTypeName[],
  above: string,
): RecordChanges {
  const ofTypes = stored.filter(({ type }) => types.some((one) => one === type));
  const formOf = (record: RecordValues) => `${record.type} ${servedForm(record, above)}`;
  const wantedForms = new Set(wanted.map(formOf));
  const known = new Set(ofTypes.map(formOf));
  return {
    created: wanted.filter((record) => {
      const form = formOf(record);
      const isNew = !known.has(form);
      known.add(form);
      return isNew;
    }),
    updated: [],
    deleted: ofTypes.filter((record) => !wantedForms.has(formOf(record))),
  };
}
