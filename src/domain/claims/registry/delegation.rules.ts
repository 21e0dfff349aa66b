import { isBelow } from '../../names.rules.js';
import type { Message, ResourceRecord } from '../../zones/transfer/dns-message.js';

const NOERROR = 0;
const NXDOMAIN = 3;
const HOST = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/** Whether the resolver could not answer. */
export function isFailure({ rcode }: Message): boolean {
  return rcode !== NOERROR && rcode !== NXDOMAIN;
}

/**
 * Reads the zone that `name` is in from a resolver's answer to a query for its SOA record.
 * @returns the zone's name; undefined when the answer does not name one
 * @throws Error when the resolver could not answer
 */
export function zoneIn(message: Message, name: string): string | undefined {
  if (isFailure(message)) throw new Error(`RCODE ${message.rcode} for ${name}`);
  const { answers, authorities } = message;
  if (answers.length > 0) return answers.some((record) => isOf(record, 'SOA', name)) ? name : undefined;
  const zone = authorities
    .find((record) => record.type === 'SOA' && record.class === 'IN')
    ?.name.toLowerCase();
  return zone !== undefined && isAbove(zone, name) ? zone : undefined;
}

/** Returns the hosts of the NS records of `zone` among the answers. */
export function nameserversIn({ answers }: Message, zone: string): string[] {
  return hostsOf(answers, zone);
}

/** Returns the addresses of `host`, or of the name that its CNAME records lead to. */
export function addressesIn({ answers }: Message, host: string): string[] {
  const aliases = new Map(
    answers
      .filter(({ type }) => type === 'CNAME')
      .map(({ name, data }) => [lower(name), lower(String(data))]),
  );
  const seen = new Set<string>();
  let owner = lower(host);
  for (; aliases.has(owner) && !seen.has(owner); owner = aliases.get(owner)!) seen.add(owner);
  return answers
    .filter((record) => isOf(record, 'A', owner) || isOf(record, 'AAAA', owner))
    .map(({ data }) => String(data));
}

/**
 * Whether a server of the parent zone delegates `domain` to one of the nameservers. Only a referral
 * shows it: a server that also has the zone of `domain` answers with records of that zone, which
 * its customer writes.
 * @returns undefined when the server does not answer for its zone
 */
export function delegatesTo(
  message: Message,
  domain: string,
  nameservers: readonly string[],
): boolean | undefined {
  const { rcode, authoritative, answers, authorities } = message;
  if (rcode === NXDOMAIN) return false;
  if (rcode !== NOERROR) return undefined;
  const hosts = hostsOf(authorities, domain);
  return !authoritative && answers.length === 0 && hosts.some((host) => nameservers.includes(host));
}

/** The delegation of a name: the hosts of its NS records in the parent zone. */
export interface Delegation {
  readonly name: string;
  readonly hosts: readonly string[];
}

/**
 * Reads the delegation of `domain`, or of a name between it and `zone`, from the answer of a server
 * of `zone`. A server that also has the zone of `domain` answers from that zone.
 * @returns without a name when there is none; undefined when the server does not answer for its
 * zone
 */
export function delegationIn(
  { rcode, answers, authorities }: Message,
  domain: string,
  zone: string,
): Delegation | { readonly name?: undefined } | undefined {
  if (rcode === NXDOMAIN) return {};
  if (rcode !== NOERROR) return undefined;
  const records = [...answers, ...authorities];
  const isBetween = (name: string) => isAbove(name, domain) && name !== zone && isAbove(zone, name);
  const name = records.find((record) => record.type === 'NS' && isBetween(record.name.toLowerCase()))?.name;
  return name === undefined ? {} : { name: name.toLowerCase(), hosts: hostsOf(records, name.toLowerCase()) };
}

/** The DS records of a name, in presentation format, and the maximum of their TTLs. */
export interface DsAnswer {
  readonly records: readonly string[];
  readonly ttl: number;
}

/**
 * Reads the DS records of `domain` from the answer of a server of its parent zone.
 * @returns undefined when the server does not answer for that zone, such as one that has only the
 * zone of `domain`
 */
export function dsIn(
  { rcode, authoritative, answers, authorities }: Message,
  domain: string,
): DsAnswer | undefined {
  if (rcode === NXDOMAIN) return { records: [], ttl: 0 };
  if (rcode !== NOERROR || !authoritative) return undefined;
  if (authorities.some((record) => isOf(record, 'SOA', domain))) return undefined;
  const found = answers.filter((record) => isOf(record, 'DS', domain));
  return {
    records: found.map(({ data }) => String(data)),
    ttl: Math.max(0, ...found.map(({ ttl = 0 }) => ttl)),
  };
}

function hostsOf(records: readonly ResourceRecord[], name: string): string[] {
  return records
    .filter((record) => isOf(record, 'NS', name))
    .map(({ data }) => String(data).toLowerCase())
    .filter((host) => HOST.test(host));
}

function isOf(record: ResourceRecord, type: string, name: string): boolean {
  return record.type === type && record.class === 'IN' && lower(record.name) === name;
}

function lower(name: string): string {
  return name.toLowerCase();
}

function isAbove(zone: string, name: string): boolean {
  return zone === '.' || zone === name || isBelow(name, zone);
}
