import { absoluteHost } from '../records/host-target.rules.js';
import { RECORD_TYPES, type RecordTypeName, type RecordValues } from '../records/record-type.js';
import { DEFAULT_SECONDS } from '../seconds.rules.js';

const MAX_MINIMUM_SECONDS = 86400;

/** What a zone file says of the domain itself. */
export interface Zone {
  readonly id: number;
  readonly domain: string;
  readonly soaEmail: string;
  readonly serial: number;
  readonly ttlSec: number;
  readonly refreshSec: number;
  readonly retrySec: number;
  readonly expireSec: number;
}

export type ZoneRecord = Pick<
  RecordValues,
  'type' | 'name' | 'ttlSec' | 'priority' | 'weight' | 'port' | 'tag' | 'rdata'
> & { readonly id: number };

interface Line {
  readonly name: string;
  /** Name and type, as TTLs are shared. */
  readonly set: string;
  readonly type: string;
  readonly ttl: number;
  readonly rdata: string;
}

/**
 * The lines of a zone file (D-107, D-108, D-109).
 * @param nameservers host names without final period; the first is the SOA's primary
 * @param records by id
 */
export function renderZone(
  zone: Zone,
  nameservers: readonly string[],
  records: readonly ZoneRecord[],
): string[] {
  const ttl = zone.ttlSec || DEFAULT_SECONDS.ttl;
  const apex = nameservers.map((host) => nsLine(`${host}.`, ttl));
  const seen = new Set(apex.map(meaningOf));
  const lines: (Line | string)[] = [...apex];
  for (const record of inOrderOfTypes(records)) {
    const line = record.rdata === null ? leftOut(record) : recordLine(record, zone.domain, ttl);
    if (typeof line !== 'string') {
      const meaning = meaningOf(line);
      if (seen.has(meaning)) continue;
      seen.add(meaning);
    }
    lines.push(line);
  }
  return [...head(zone, nameservers, ttl), ...written(lines, ttl)];
}

/**
 * The RNAME of an SOA: the address with `@` as a period, and the periods before it kept apart (RFC 1035 section 8), as
 * is whatever else Knot takes for no part of a plain name.
 */
export function responsibleName(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at).replace(/[^a-z0-9*/_-]/gi, '\\$&')}.${email.slice(at + 1)}.`;
}

function head(zone: Zone, nameservers: readonly string[], ttl: number): string[] {
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
    `@ IN SOA ${nameservers[0]}. ${responsibleName(zone.soaEmail)} ${zone.serial} ${seconds}`,
  ];
}

function inOrderOfTypes(records: readonly ZoneRecord[]): readonly ZoneRecord[] {
  const byType = new Map<RecordTypeName, ZoneRecord[]>(RECORD_TYPES.map((type) => [type, []]));
  for (const record of records) byType.get(record.type)?.push(record);
  return [...byType.values()].flat();
}

function nsLine(rdata: string, ttl: number): Line {
  return { name: '@', set: ' NS', type: 'NS', ttl, rdata };
}

function recordLine(record: ZoneRecord, domain: string, ttl: number): Line {
  const { type, name } = record;
  return {
    name: name || '@',
    set: `${name.toLowerCase()} ${type}`,
    type,
    ttl: record.ttlSec || ttl,
    rdata: rdataOf(record, domain),
  };
}

function rdataOf({ type, rdata, priority, weight, port, tag }: ZoneRecord, domain: string): string {
  const text = rdata ?? '';
  switch (type) {
    case 'MX':
      return `${priority} ${absoluteHost(text, domain)}`;
    case 'SRV':
      return `${priority} ${weight} ${port} ${absoluteHost(text, domain)}`;
    case 'CAA':
      return `0 ${tag} ${text}`;
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return absoluteHost(text, domain);
    default:
      return text;
  }
}

/** Equal for two lines that DNS takes for one record, and for an apex NS that is written already (D-103, D-108). */
function meaningOf({ set, type, rdata }: Line): string {
  return `${set}\n${type} ${type === 'TXT' || type === 'CAA' ? rdata : rdata.toLowerCase()}`;
}

function leftOut({ id }: ZoneRecord): string {
  return `; record ${id} left out: too long`;
}

/** One TTL for all records of a name and type, the lowest (RFC 2181 section 5.2). */
function written(lines: readonly (Line | string)[], defaultTtl: number): string[] {
  const lowest = new Map<string, number>();
  for (const line of lines) {
    if (typeof line === 'string') continue;
    const other = lowest.get(line.set);
    if (other === undefined || line.ttl < other) lowest.set(line.set, line.ttl);
  }
  return lines.map((line) => {
    if (typeof line === 'string') return line;
    const ttl = lowest.get(line.set);
    return `${line.name}${ttl === defaultTtl ? '' : ` ${ttl}`} IN ${line.type} ${line.rdata}`;
  });
}
