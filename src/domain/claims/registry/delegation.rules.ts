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
 * What a resolver's answer to the question for the SOA of `name` says about the zone that the name is in.
 * @returns the zone's name, or undefined: it lies further up than the answer tells
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

/** The hosts of the NS records of `zone` among the answers. */
export function nameserversIn({ answers }: Message, zone: string): string[] {
  return hostsOf(answers, zone);
}

/** The addresses of `host` among the answers: its own, or those of the name that CNAME records lead to. */
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
 * Whether a server of the parent zone delegates `domain` to one of the nameservers: only a referral says so. A server that has the
 * zone of `domain` itself answers with that zone's own records, which its customer writes.
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

/** The delegation of a name: the hosts that its parent zone lists. */
export interface Delegation {
  readonly name: string;
  readonly hosts: readonly string[];
}

/**
 * The delegation that a server of `zone` names for `domain`: of the domain itself, or of a name between it and the zone. Of a
 * server that has the domain's own zone, too, that zone's word counts.
 * @returns without a name when there is none; undefined when the server does not answer for its zone
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

/** The DS records of a name, in presentation format, and the longest of their TTLs. */
export interface DsAnswer {
  readonly records: readonly string[];
  readonly ttl: number;
}

/**
 * The DS records of `domain` in the answer of a server of its parent zone.
 * @returns undefined when the server does not answer for that zone: one that only knows the zone of `domain` itself has no DS
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
