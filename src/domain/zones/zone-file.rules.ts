import { MAX_NAME_LENGTH } from '../names.rules.js';
import { comparedData, presentedData } from '../records/dns-form.rules.js';
import { recordSetKey } from '../records/record-sets.rules.js';
import { RECORD_TYPES, type RecordTypeName, type RecordValues } from '../records/record-type.js';
import { DEFAULT_SECONDS } from '../seconds.rules.js';
import { leftOutReasons } from './left-out-records.rules.js';
import type { ZoneDomain } from './zone-settings.resource.js';

/** The maximum TTL of negative answers (D-263; RFC 2308 section 5 suggests one to three hours). */
const MAX_MINIMUM_SECONDS = 3600;
/** The maximum length of a label (RFC 1035 section 2.3.4). */
const MAX_LABEL_LENGTH = 63;

/**
 * The version of the form of all zones, in zone files and on nameservers. A release that renders
 * the same domain differently increments it, so that the serials of all zones rise (D-292).
 */
export const ZONE_FORM = 1;

/** The values of a domain in its zone file. */
export interface Zone extends Omit<ZoneDomain, 'type' | 'status'> {
  readonly id: number;
  readonly serial: number;
}

export type ZoneRecord = Pick<
  RecordValues,
  'type' | 'name' | 'ttlSec' | 'priority' | 'weight' | 'port' | 'tag' | 'rdata'
> & { readonly id: number };

/** The records of one name and type. */
interface RecordSet {
  /** The lowest TTL of the set: all records of a set share one (RFC 2181 section 5.2). */
  ttl: number;
  /**
   * The first record, and `all` from the second on, in the form in which DNS compares them (D-103).
   */
  readonly first: string;
  all?: Set<string>;
}

interface Line {
  readonly name: string;
  readonly type: RecordTypeName;
  readonly rdata: string;
  readonly set: RecordSet;
}

/**
 * Renders a zone file (D-107, D-108, D-109).
 * @param nameservers host names without a final period; the first is the SOA's primary
 * @param records in the order of their ids
 * @returns the lines
 */
export function renderZone(
  zone: Zone,
  nameservers: readonly string[],
  records: readonly ZoneRecord[],
): string[] {
  const ttl = zone.ttlSec || DEFAULT_SECONDS.ttl;
  const sets = new Map<string, RecordSet>();
  const lines: (Line | string)[] = [];
  const add = (name: string, type: RecordTypeName, lineTtl: number, rdata: string) => {
    const line = newLine(sets, name, type, lineTtl, rdata);
    if (line) lines.push(line);
  };
  for (const host of nameservers) add('', 'NS', ttl, `${host}.`);
  const leftOut = leftOutReasons(zone.domain, records);
  for (const record of sortByType(records)) {
    const reason = leftOut.get(record.id);
    if (reason !== undefined) lines.push(`; record ${record.id} left out: ${reason}`);
    else
      add(record.name, record.type, record.ttlSec || ttl, presentedData(record, record.rdata!, zone.domain));
  }
  return [...headerLines(zone, nameservers, ttl), ...lines.map((line) => renderLine(line, ttl))];
}

/**
 * Makes the RNAME of an SOA: the email address with a period for `@`. Escapes periods before `@`,
 * and all other characters that Knot does not accept unescaped (RFC 1035 section 8). Replaces an
 * address that is too long for a DNS name by hostmaster@domain (RFC 2142 section 7), and that, if
 * it is too long, by the root.
 */
export function responsibleName(email: string, domain: string): string {
  const at = email.lastIndexOf('@');
  if (at <= MAX_LABEL_LENGTH && email.length <= MAX_NAME_LENGTH) {
    return `${email.slice(0, at).replace(/[^a-z0-9*/_-]/gi, '\\$&')}.${email.slice(at + 1)}.`;
  }
  const fallback = `hostmaster.${domain}`;
  return fallback.length <= MAX_NAME_LENGTH ? `${fallback}.` : '.';
}

function headerLines(zone: Zone, nameservers: readonly string[], ttl: number): string[] {
  const seconds = [
    zone.refreshSec || DEFAULT_SECONDS.refresh,
    zone.retrySec || DEFAULT_SECONDS.retry,
    zone.expireSec || DEFAULT_SECONDS.expire,
    Math.min(ttl, MAX_MINIMUM_SECONDS),
  ].join(' ');
  return [
    `; ${zone.domain} [${zone.id}]`,
    `$ORIGIN ${zone.domain}.`,
    `$TTL ${ttl}`,
    `@ IN SOA ${nameservers[0]}. ${responsibleName(zone.soaEmail, zone.domain)} ${zone.serial} ${seconds}`,
  ];
}

function sortByType(records: readonly ZoneRecord[]): readonly ZoneRecord[] {
  const byType = new Map<RecordTypeName, ZoneRecord[]>(RECORD_TYPES.map((type) => [type, []]));
  for (const record of records) byType.get(record.type)!.push(record);
  return [...byType.values()].flat();
}

/** @returns undefined when the set has an equal record; the set then has the lower TTL */
function newLine(
  sets: Map<string, RecordSet>,
  name: string,
  type: RecordTypeName,
  ttl: number,
  rdata: string,
): Line | undefined {
  const key = recordSetKey({ type, name });
  const compared = comparedData(type, rdata);
  const set = sets.get(key);
  if (set === undefined) {
    const newSet = { ttl, first: compared };
    sets.set(key, newSet);
    return { name, type, rdata, set: newSet };
  }
  set.ttl = Math.min(set.ttl, ttl);
  set.all ??= new Set([set.first]);
  if (set.all.has(compared)) return undefined;
  set.all.add(compared);
  return { name, type, rdata, set };
}

function renderLine(line: Line | string, defaultTtl: number): string {
  if (typeof line === 'string') return line;
  const { name, type, rdata, set } = line;
  return `${name || '@'}${set.ttl === defaultTtl ? '' : ` ${set.ttl}`} IN ${type} ${rdata}`;
}
