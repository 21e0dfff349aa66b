import type { StoredRecord } from '../records/record.resource.js';
import type { LintRule } from './lint-rule.js';
import type { LintZone } from './lint-zone.js';
import { isSpf, isSpfAttempt, MAX_LOOKUPS, parseSpf, type Spf } from './spf.js';
import { parseTags } from './tag-list.js';

const MAX_SHOWN = 60;
const parsed = new WeakMap<StoredRecord, Spf>();
/** The SPF records of sets. Many records may include one name, which may have many texts. */
const spfRecords = new WeakMap<readonly StoredRecord[], readonly StoredRecord[]>();

export const SPF_SYNTAX: LintRule = {
  severity: 'error',
  help: 'Correct the record: receivers treat one with a fault as an error, and may refuse mail (RFC 7208, section 4.6).',
  types: ['TXT'],
  ofRecord(record, zone) {
    if (!isSpfAttempt(record.target)) return undefined;
    const which = `The SPF record of ${zone.fullName(record.name)}`;
    if (!isSpf(record.target)) return `${which} does not begin with "v=spf1" and a space.`;
    const { invalid } = spfOf(record);
    return invalid === undefined
      ? undefined
      : `${which} has a term that is not valid: "${invalid.slice(0, MAX_SHOWN)}".`;
  },
};

export const SPF_LOOKUPS: LintRule = {
  severity: 'error',
  help: 'Name networks with ip4 and ip6 in place of other domains, until 10 lookups do (RFC 7208, section 4.6.4).',
  types: ['TXT'],
  ofRecord(record, zone) {
    if (!isSpf(record.target) || countLookups(record, zone) <= MAX_LOOKUPS) return undefined;
    return `The SPF record of ${zone.fullName(record.name)} needs more than ${MAX_LOOKUPS} DNS lookups.`;
  },
};

export const SPF_SEVERAL: LintRule = {
  severity: 'error',
  help: 'Make one record of them: with several, receivers use none (RFC 7208, section 4.5).',
  types: ['TXT'],
  ofSet({ name, records }, zone) {
    const several = records.filter(({ target }) => isSpf(target));
    if (several.length < 2) return undefined;
    return { records: several, message: `${zone.fullName(name)} has ${several.length} SPF records.` };
  },
};

export const DKIM_SYNTAX: LintRule = {
  severity: 'error',
  help: 'Enter the key as the mail service gives it: "v=DKIM1; k=rsa; p=...", with the key in base64 (RFC 6376, section 3.6.1).',
  types: ['TXT'],
  ofRecord({ name, target }, zone) {
    if (!/^[^_].*\._domainkey(?:\.|$)/i.test(name) || isDkimKey(target)) return undefined;
    return `The DKIM key of ${zone.fullName(name)} is not valid.`;
  },
};

export const DMARC_SYNTAX: LintRule = {
  severity: 'error',
  help: 'Begin with "v=DMARC1; p=none", quarantine or reject, and give addresses for reports as mailto: (RFC 7489, section 6.3).',
  types: ['TXT'],
  ofRecord({ name, target }, zone) {
    const isPolicy = /^_dmarc(?:\.|$)/i.test(name) && /^["'\s]*v\s*=\s*dmarc/i.test(target);
    if (!isPolicy || isDmarcPolicy(target)) return undefined;
    return `The DMARC policy of ${zone.fullName(name)} is not valid.`;
  },
};

function spfOf(record: StoredRecord): Spf {
  const known = parsed.get(record) ?? parseSpf(record.target);
  parsed.set(record, known);
  return known;
}

/**
 * Counts the lookups of the record and of the records of this zone that it includes. Stops when the
 * count exceeds `MAX_LOOKUPS`.
 */
function countLookups(record: StoredRecord, zone: LintZone): number {
  let count = 0;
  const pending = [record];
  for (let next = pending.pop(); next && count <= MAX_LOOKUPS; next = pending.pop()) {
    const { lookups } = spfOf(next);
    count += lookups.length;
    for (const domain of lookups) if (domain !== undefined) pending.push(...includedAt(domain, zone));
  }
  return count;
}

function includedAt(domain: string, zone: LintZone): readonly StoredRecord[] {
  const name = zone.nameIn(`${domain.replace(/\.$/, '')}.`);
  if (name === undefined) return [];
  const set = zone.answering(name, 'TXT');
  const found = spfRecords.get(set) ?? set.filter(({ target }) => isSpf(target));
  spfRecords.set(set, found);
  return found.length === 1 ? found : [];
}

function isDkimKey(text: string): boolean {
  const tags = parseTags(text);
  if (!tags) return false;
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  const isVersion = !tags.has('v') || ([...tags.keys()][0] === 'v' && tags.get('v') === 'DKIM1');
  // An empty key revokes the selector.
  return isVersion && key !== undefined && isBase64(key);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(text);
}

const POLICY = /^(?:none|quarantine|reject)$/i;
const ALIGNMENT = /^[rs]$/i;
const REPORTS = /^(?:mailto:[^\s@,!]+@[^\s@,!]+|(?!mailto:)[a-z][a-z0-9+.-]*:[^\s,!]+)(?:!\d+[kmgt]?)?$/i;
const DMARC_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  p: (value) => POLICY.test(value),
  sp: (value) => POLICY.test(value),
  adkim: (value) => ALIGNMENT.test(value),
  aspf: (value) => ALIGNMENT.test(value),
  fo: (value) => /^[01ds](?:\s*:\s*[01ds])*$/i.test(value),
  pct: (value) => /^\d{1,3}$/.test(value) && Number(value) <= 100,
  ri: (value) => /^\d{1,10}$/.test(value),
  rua: areReports,
  ruf: areReports,
};

function isDmarcPolicy(text: string): boolean {
  const tags = [...(parseTags(text) ?? [])].map(([name, value]) => [name.toLowerCase(), value] as const);
  const isVersion = tags[0]?.[0] === 'v' && tags[0][1] === 'DMARC1';
  return (
    isVersion &&
    tags.some(([name]) => name === 'p') &&
    tags.every(([name, value]) => DMARC_VALUES[name]?.(value) ?? true)
  );
}

function areReports(value: string): boolean {
  return value.split(',').every((address) => REPORTS.test(address.trim()));
}
