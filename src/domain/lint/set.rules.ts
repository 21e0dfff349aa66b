import { isServableText } from '../records/rdata-text.rules.js';
import type { LintRule } from './lint-rule.js';
import type { LintedSet, LintZone } from './lint-zone.js';

export const CAA_NOBODY: LintRule = {
  severity: 'info',
  help: 'Add a CAA record with the tag issue for your CA, unless the name is to have no certificates.',
  types: ['CAA'],
  ofSet({ name, records }, zone) {
    const allowing = records.filter(({ tag }) => tag === 'issue');
    const hasIssuer = records.some(({ tag, target }) => tag !== 'iodef' && issuerOf(target) !== '');
    if (allowing.length === 0 || hasIssuer) return undefined;
    return {
      records: allowing,
      message: `The CAA records of ${zone.fullName(name)} let no CA issue certificates.`,
    };
  },
};

export const TTL_DIFFERS: LintRule = {
  severity: 'info',
  help: 'Give all records of this name and type one TTL: they are served with the lowest of theirs (RFC 2181, section 5.2).',
  ofSet({ name, type, records }, zone) {
    const ttls = [...new Set(records.map((record) => zone.ttlOf(record)))].sort((one, other) => one - other);
    if (ttls.length < 2) return undefined;
    const message = `The ${type} records of ${zone.fullName(name)} have the TTLs ${ttls.join(', ')}.`;
    return { records, message };
  },
};

export const HIDDEN_BY_DELEGATION: LintRule = {
  severity: 'warning',
  help: 'Enter these records at the nameservers of the delegated name, or delete its NS records here.',
  ofSet(set, zone) {
    const cut = zone.cutAbove(set.name);
    if (cut === undefined || belongsToDelegation(set, cut, zone)) return undefined;
    const { name, type, records } = set;
    const hidden = `The ${type} records of ${zone.fullName(name)} are hidden`;
    return { records, message: `${hidden}: ${zone.fullName(cut)} is delegated to other nameservers.` };
  },
};

export const WWW_MISSING: LintRule = {
  severity: 'info',
  help: 'Add an address or a CNAME for the other one of the two names, if people are to find the site under both.',
  ofZone(zone) {
    const apex = zone.at('', 'A', 'AAAA');
    const www = zone.at('www', 'A', 'AAAA', 'CNAME');
    const reached = zone.stateOf(zone.nameIn(`${zone.fullName('www')}.`));
    const names = [zone.domain, zone.fullName('www')] as const;
    if (apex.length > 0 && (reached === 'nothing' || reached === 'other'))
      return { records: apex, message: `${names[0]} has an address, and ${names[1]} has none.` };
    if (apex.length === 0 && www.length > 0 && reached !== 'elsewhere')
      return { records: www, message: `${names[1]} has an address, and ${names[0]} has none.` };
    return undefined;
  },
};

export const TEXT_NOT_SERVED: LintRule = {
  severity: 'error',
  help: 'Shorten the text to at most 64,900 bytes: no DNS message can carry a longer one.',
  types: ['TXT', 'CAA'],
  ofRecord({ name, type, target }, zone) {
    return isServableText(target)
      ? undefined
      : `The ${type} record of ${zone.fullName(name)} is too long to be served.`;
  },
};

/** The CA of an `issue` or `issuewild` record; empty for none (RFC 8659, section 4.2). */
function issuerOf(target: string): string {
  return target.split(';', 1)[0]!.trim();
}

/** Whether the set is the NS or DS set of the delegated name, or glue: addresses of nameservers. */
function belongsToDelegation({ name, type }: LintedSet, cut: string, zone: LintZone): boolean {
  if (type === 'NS' || type === 'DS') return name === cut;
  return (type === 'A' || type === 'AAAA') && zone.isNameserver(name);
}
