import { Invalid } from '../../../shared/errors/errors.js';
import { isEmail } from '../../../shared/validation/email.rules.js';
import { buildRecord, type RecordDraft } from '../../records/record.rules.js';
import { OWNER_LABEL, relativeName } from '../../names.rules.js';
import { serviceNameOf } from '../../records/service-name.rules.js';
import { RECORD_TYPES, type RecordTypeName, type RecordValues } from '../../records/record-type.js';
import { MAX_SECONDS, roundRecordTtl } from '../../seconds.rules.js';
import { typeNumber } from './dns-data.js';
import type { ResourceRecord } from './dns-message.js';

const MIN_TTL_SECONDS = 300;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The reason why a transferred record is not stored. */
export interface Refused {
  readonly reason: string;
}

const NOT_A_NAME: Refused = { reason: 'name: Name contains invalid characters' };

/**
 * Returns the email address of an SOA's RNAME. The first label is the local part, with escaped
 * periods.
 * @returns undefined when it is not a valid address
 */
export function emailOf(responsibleName: string): string | undefined {
  const match = /^((?:\\.|[^\\.])*)\.(.+)/s.exec(responsibleName);
  if (!match) return undefined;
  const email = `${match[1]!.replaceAll('\\.', '.')}@${match[2]!}`;
  return isEmail(email) ? email : undefined;
}

/**
 * Converts a transferred record to the record to store.
 * @param services where SRV records may be: an import leaves out those below a subdomain (D-111)
 * @returns the reason when the record can't be stored: another type or class, a name outside the
 * domain, or values that are not valid (D-111, D-193, D-218)
 */
export function storedRecordOf(
  answer: ResourceRecord,
  domain: string,
  services: 'domain' | 'anywhere' = 'domain',
): RecordValues | Refused {
  const type = RECORD_TYPES.find((known) => known === answer.type);
  if (type === undefined) return { reason: `type ${typeNumber(answer.type)} is not supported` };
  if (answer.class !== 'IN') return { reason: `class ${answer.class} is not supported` };
  const name = relativeName(answer.name, domain);
  if (name === undefined) return { reason: 'the name is outside the domain' };
  if (!isPlain(name)) return NOT_A_NAME;
  // Use the absolute name: the rules remove the domain at the end of a relative one.
  const owner = { name: name && `${answer.name}.`, ttl_sec: transferredTtl(answer.ttl ?? 0) };
  const draft = draftOf(type, owner, name, answer.data);
  if ('reason' in draft) return draft;
  const below = type === 'SRV' ? serviceBelow(name, services) : '';
  return typeof below === 'string' ? build(type, draft, domain, below) : below;
}

/** Returns the part of an SRV record's name after service and protocol. */
function serviceBelow(name: string, services: 'domain' | 'anywhere'): string | Refused {
  const found = serviceNameOf(name);
  if (!found || (found.below !== '' && services === 'domain'))
    return { reason: 'the name is not _service._protocol' };
  const { below } = found;
  return below === '' || isName(below) ? below : NOT_A_NAME;
}

/**
 * Whether the record is the zone's SOA or an apex NS record of one of this service's nameservers.
 * The service renders both itself.
 */
export function isSynthesised(
  answer: ResourceRecord,
  domain: string,
  nameservers: readonly string[],
): boolean {
  if (answer.type === 'SOA') return answer.name.toLowerCase() === domain;
  return isApexNs(answer, domain) && nameservers.includes(String(answer.data).toLowerCase());
}

/** Whether the record is an NS record of the zone's apex. */
export function isApexNs({ type, name }: ResourceRecord, domain: string): boolean {
  return type === 'NS' && name.toLowerCase() === domain;
}

/**
 * Returns the TTL to store. The minimum that a record can store replaces 0, which would mean the
 * domain's default (D-193). A TTL with the top bit set counts as 0 (RFC 2181 section 8).
 */
function transferredTtl(seconds: number): number {
  return roundRecordTtl(seconds > MAX_SECONDS ? MIN_TTL_SECONDS : Math.max(seconds, MIN_TTL_SECONDS));
}

function isName(name: string): boolean {
  return name.split('.').every((label) => OWNER_LABEL.test(label));
}

/** Whether the name has no escapes, and is not the label `@`, which means the apex in the API. */
function isPlain(name: string): boolean {
  return name !== '@' && !name.includes('\\');
}

function build(
  type: RecordTypeName,
  draft: RecordDraft,
  domain: string,
  serviceBelow: string,
): RecordValues | Refused {
  try {
    return buildRecord(type, draft, { domain, serviceBelow, remoteAddress: '', fixedType: type });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const [{ field, reason } = { field: '', reason: 'not valid' }] = error.faults;
    return { reason: `${field}: ${reason}` };
  }
}

/** The fields of a draft that every type has. */
interface Owner {
  readonly name: string;
  readonly ttl_sec: number;
}

/** @param name relative to the domain */
function draftOf(type: RecordTypeName, owner: Owner, name: string, data: unknown): RecordDraft | Refused {
  switch (type) {
    case 'A':
    case 'AAAA':
    case 'DS':
      return { ...owner, target: data };
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return { ...owner, target: absolute(data) };
    case 'MX':
      return mailExchanger(owner, data as { preference: number; exchange: string });
    case 'TXT':
      return text(owner, data as readonly Uint8Array[]);
    case 'SRV':
      return service(owner, name, data as { priority: number; weight: number; port: number; target: string });
    case 'CAA':
      return authority(owner, data as { flags: number; tag: string; value: string });
  }
}

function mailExchanger(owner: Owner, { preference, exchange }: { preference: number; exchange: string }) {
  // The priority of a null MX has no meaning (RFC 7505 section 3).
  return { ...owner, target: absolute(exchange), priority: exchange === '.' ? 0 : preference };
}

function service(
  owner: Owner,
  name: string,
  { priority, weight, port, target }: { priority: number; weight: number; port: number; target: string },
) {
  const { service, protocol } = serviceNameOf(name) ?? {};
  return { ...owner, priority, weight, port, service, protocol, target: absolute(target) };
}

function authority(owner: Owner, { flags, tag, value }: { flags: number; tag: string; value: string }) {
  return flags === 0
    ? { ...owner, tag: tag.toLowerCase(), target: value }
    : { reason: 'the flags are not 0' };
}

/** Returns a host name with its final period; the root is `.`. */
function absolute(host: unknown): string {
  const name = String(host);
  return name.includes('.') ? name : `${name}.`;
}

/** Joins the strings of a TXT record to one text. */
function text(owner: Owner, strings: readonly Uint8Array[]) {
  try {
    return { ...owner, target: UTF8.decode(Buffer.concat(strings)) };
  } catch {
    return { reason: 'the text is not UTF-8' };
  }
}
