import type { StoredRecord } from '../records/record.resource.js';
import type { LintRule } from './lint-rule.js';
import type { LintZone } from './lint-zone.js';

/** Resolvers do not follow longer chains of aliases. */
const MAX_ALIASES = 16;

export const NS_WITHOUT_ADDRESS: LintRule = {
  severity: 'error',
  help: 'Add an A or AAAA record for the nameserver, or name another one; until then the NS record is left out of the zone.',
  types: ['NS'],
  ofRecord: (record, zone) =>
    zone.withoutAddress.has(record.id) && zone.stateOf(zone.hostIn(record)) !== 'alias'
      ? lacksAddress(record, zone)
      : undefined,
};

export const NS_IS_CNAME: LintRule = {
  severity: 'error',
  help: 'Name the host that the CNAME leads to, or give the nameserver addresses of its own (RFC 2181, section 10.3).',
  types: ['NS'],
  ofRecord: isAlias,
};

export const MX_WITHOUT_ADDRESS: LintRule = {
  severity: 'error',
  help: 'Add an A or AAAA record for the mail server, or name another one.',
  types: ['MX'],
  ofRecord: withoutAddress,
};

export const MX_IS_CNAME: LintRule = {
  severity: 'warning',
  help: 'Name the host that the CNAME leads to: some mail servers refuse to deliver by an alias (RFC 2181, section 10.3).',
  types: ['MX'],
  ofRecord: isAlias,
};

export const SRV_WITHOUT_ADDRESS: LintRule = {
  severity: 'error',
  help: 'Add an A or AAAA record for the host, or name another one; "." says that there is no such service.',
  types: ['SRV'],
  ofRecord: withoutAddress,
};

export const CNAME_TO_NOTHING: LintRule = {
  severity: 'error',
  help: 'Add the records that the alias is to lead to, name another host, or delete the CNAME record.',
  types: ['CNAME'],
  ofRecord(record, zone) {
    const host = zone.hostIn(record);
    if (zone.stateOf(host) === 'nothing') return `${named(record, zone)}, which has no records in this zone.`;
    return isLoop(record, zone) ? `${named(record, zone)}, which leads back to it.` : undefined;
  },
};

function withoutAddress(record: StoredRecord, zone: LintZone): string | undefined {
  const state = zone.stateOf(zone.hostIn(record));
  return state === 'nothing' || state === 'other' ? lacksAddress(record, zone) : undefined;
}

function isAlias(record: StoredRecord, zone: LintZone): string | undefined {
  return zone.stateOf(zone.hostIn(record)) === 'alias'
    ? `${named(record, zone)}, which is an alias.`
    : undefined;
}

function lacksAddress(record: StoredRecord, zone: LintZone): string {
  return `${named(record, zone)}, which has no address in this zone.`;
}

/** The beginning of a message: `MX record of example.com names mail.example.com`. */
function named(record: StoredRecord, zone: LintZone): string {
  const { type, name } = record;
  const host = zone.withoutAddress.get(record.id) ?? `${zone.fullName(zone.hostIn(record)!)}.`;
  return `${type} record of ${zone.fullName(name)} names ${host.slice(0, -1)}`;
}

function isLoop(record: StoredRecord, zone: LintZone): boolean {
  let next: StoredRecord | undefined = record;
  for (let step = 0; step < MAX_ALIASES && next; step += 1) {
    const host = zone.hostIn(next);
    next = host === undefined ? undefined : zone.answering(host, 'CNAME')[0];
    if (next === record) return true;
  }
  return false;
}
