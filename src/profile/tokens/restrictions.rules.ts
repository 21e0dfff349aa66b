import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { fault, type Fault } from '../../shared/errors/errors.js';
import { Faults } from '../../shared/errors/faults.js';
import { expecting, reasonOf, type Reason } from '../../shared/errors/reason.js';
import { fieldsOf, type DeclaredField, type RequestClass } from '../../shared/validation/declared-fields.js';
import { isObject } from '../../shared/validation/is-object.js';
import { object } from '../../shared/validation/rules.js';
import { canonicalScopes } from '../../access/scope.rules.js';
import type { Narrowable, OpenKind } from '../../access/narrowing/narrowing.js';
import { NARROWABLE, OPEN_KINDS } from '../../access/narrowing/narrowing.js';
import { ALL, type Reference, type Restrictions } from './restrictions.js';
import { PRESET_SCOPES } from './token.rules.js';

/** The types of DNS records, in the spec's order; DS is beyond the spec (D-293). */
export const NARROWABLE_TYPES = ['A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA', 'DS'] as const;

const MAX_ENTRIES = 100;
const MAX_NAME_LENGTH = 100;
/** Each wildcard makes a comparison more expensive. */
const MAX_WILDCARDS = 2;
const LABEL = /^(?:\*|[a-z0-9_/-]{1,63})$/;

/**
 * The network in CIDR form, from a network or an address; undefined when it is neither, or has host
 * bits set.
 */
export function networkOf(value: string): string | undefined {
  const [address = '', bits] = value.split('/', 2);
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return undefined;
  const cidr = bits === undefined ? `${address}/${family === 4 ? 32 : 128}` : value;
  if (!ipaddr.isValidCIDR(cidr)) return undefined;
  const kind = family === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = kind.networkAddressFromCIDR(cidr);
  const isNetwork = network.toNormalizedString() === kind.parse(address).toNormalizedString();
  // Requests from such an address count as IPv4.
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress();
  // PostgreSQL refuses leading zeros in the prefix of an IPv6 network.
  return isNetwork && !isMapped ? cidr.replace(/\/0+(?=\d)/, '/') : undefined;
}

/**
 * The stored form of a record name: lower case, A-labels, `''` for `@`; undefined for an invalid
 * name.
 */
export function patternOf(value: string): string | undefined {
  if (value === '@' || value === '') return '';
  const labels = value.split('.').map(asciiLabel);
  const name = labels.join('.');
  const wildcards = labels.filter((label) => label === '*').length;
  const isName = labels.every((label) => LABEL.test(label)) && name.length <= MAX_NAME_LENGTH;
  return isName && wildcards <= MAX_WILDCARDS ? name : undefined;
}

/** The N of `private/N`; undefined for anything else. */
export function imageNumber(id: string): number | undefined {
  return /^private\/[1-9]\d{0,14}$/.test(id) ? Number(id.slice('private/'.length)) : undefined;
}

/** The stored form of a domain name; `''` for an invalid one. */
export function domainNameOf(value: string): string {
  return domainToASCII(value.replace(/\.$/, ''));
}

/** The records of RFC 8555 section 8.4, for the domain and all names below it. */
const ACME = { names: ['_acme-challenge', '_acme-challenge.*'], types: ['TXT'] };

/** The restrictions of a request, from its entries or its preset; undefined for none. */
export function requestedRestrictions({
  restrictions,
  preset,
  domain,
}: RestrictedRequest): Restrictions | undefined {
  if (preset === 'acme') return { domains: [{ domain, ...ACME }] };
  return restrictions && Object.keys(restrictions).length > 0 ? restrictions : undefined;
}

/**
 * The kinds that are open to a token: all kinds when the restrictions list none, else those listed
 * as `*` (D-279).
 */
export function openKindsOf({ domains, vpcs, images }: Restrictions): readonly OpenKind[] {
  const given: Readonly<Record<Narrowable, unknown>> = { domain: domains, vpc: vpcs, image: images };
  if (NARROWABLE.every((kind) => given[kind] === undefined)) return OPEN_KINDS;
  return NARROWABLE.filter((kind) => given[kind] === ALL);
}

/**
 * The entities that a request names, without duplicates of VPCs and images.
 * @param isValid whether the value at a path is valid; others are left out
 */
export function referencesOf(
  request: RestrictedRequest,
  isValid: (path: string) => boolean = () => true,
): Reference[] {
  if (request.preset) {
    const valid = request.domain !== undefined && isValid('domain');
    return valid ? [{ field: 'domain', kind: 'domain', domain: request.domain, ...ACME }] : [];
  }
  const { restrictions } = request;
  if (!restrictions || !isValid('restrictions')) return [];
  const entriesOf = <Entry>(member: string, entries: readonly Entry[] | typeof ALL = []) =>
    isValid(member) && entries !== ALL
      ? entries.map((entry, index) => ({ entry, path: `${member}[${index}]` }))
      : [];
  const domains = entriesOf('restrictions.domains', restrictions.domains).filter(
    ({ path, entry }) =>
      isValid(`${path}.id`) && isValid(`${path}.domain`) && (entry.id ?? entry.domain) !== undefined,
  );
  const vpcs = entriesOf('restrictions.vpcs', restrictions.vpcs).filter(({ path }) => isValid(path));
  const images = entriesOf('restrictions.images', restrictions.images).filter(({ path }) => isValid(path));
  return [
    ...domains.map(({ entry, path }) => ({
      ...entry,
      kind: 'domain' as const,
      field: `${path}.${entry.id === undefined ? 'domain' : 'id'}`,
    })),
    ...firsts(vpcs.map(({ entry, path }) => ({ kind: 'vpc' as const, field: path, id: entry }))),
    ...firsts(
      images.map(({ entry, path }) => ({ kind: 'image' as const, field: path, id: imageNumber(entry)! })),
    ),
  ];
}

function firsts(references: readonly (Reference & { readonly id: number })[]): Reference[] {
  return references.filter(({ id }, index) => references.findIndex((one) => one.id === id) === index);
}

/** The two ways to narrow a token. */
interface RestrictedRequest {
  readonly restrictions?: Restrictions;
  readonly preset?: keyof typeof PRESET_SCOPES;
  readonly domain?: string;
  readonly scopes?: string;
}

/** Whether the restrictions of a request have too many entries. */
export function tooLong(restrictions: unknown): Reason | undefined {
  return entriesIn(restrictions) > MAX_ENTRIES
    ? reasonOf('restrictions_too_long', { limit: MAX_ENTRIES })
    : undefined;
}

/** The faults between the parts of a request, each of which is valid by itself. */
export function restrictionFaults(request: RestrictedRequest): readonly Fault[] {
  const faults = new Faults();
  if (request.restrictions) addEntryFaults(request.restrictions, faults);
  if (request.preset) addPresetFaults(request, request.preset, faults);
  else if (request.domain !== undefined) faults.add('domain', 'domain_without_preset');
  return faults.all;
}

function addEntryFaults(restrictions: Restrictions, faults: Faults): void {
  const { domains = [] } = restrictions;
  for (const [index, { id, domain }] of (domains === ALL ? [] : domains).entries()) {
    if (id === undefined && domain === undefined)
      faults.add(`restrictions.domains[${index}].id`, 'value_required');
  }
}

function addPresetFaults(
  { restrictions, domain, scopes }: RestrictedRequest,
  preset: keyof typeof PRESET_SCOPES,
  faults: Faults,
): void {
  const own = PRESET_SCOPES[preset];
  if (restrictions) faults.add('preset', 'restrictions_given_twice');
  if (domain === undefined) faults.add('domain', 'value_required');
  if (scopes !== undefined && canonicalScopes(scopes) !== own)
    faults.add('scopes', 'preset_scopes', { allowed: [own] });
}

/**
 * Refuses unknown keys and nulls. Other requests ignore them, but here that would widen the token.
 * @param restrictions as JSON gave them
 * @param of their class
 */
export function looseFaults(restrictions: unknown, of: RequestClass): Fault[] {
  if (!isObject(restrictions))
    return restrictions === null
      ? [expecting(fault('restrictions', 'value_not_valid'), object().schema)]
      : [];
  const fields = fieldsOf(of);
  const { domains } = restrictions;
  const ofDomain = fieldsOf(fields.get('domains')!.of!);
  return [
    ...looseKeys(restrictions, 'restrictions', fields),
    ...(Array.isArray(domains) ? domains : []).flatMap((entry, index) =>
      isObject(entry) ? looseKeys(entry, `restrictions.domains[${index}]`, ofDomain) : [],
    ),
  ];
}

function looseKeys(
  value: Readonly<Record<string, unknown>>,
  path: string,
  fields: ReadonlyMap<string, DeclaredField>,
): Fault[] {
  const keys = Object.keys(value).filter((key) => !fields.has(key) || value[key] === null);
  return keys
    .slice(0, MAX_ENTRIES)
    .map((key) => expecting(fault(`${path}.${key}`, 'value_not_valid'), fields.get(key)?.schema));
}

/** Counts the entries of all lists, at each depth. */
function entriesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + entriesIn(member), own);
}

function asciiLabel(label: string): string {
  const isAscii = /^[\x20-\x7e]*$/.test(label);
  return isAscii ? label.toLowerCase() : domainToASCII(`${label}.x`).slice(0, -2);
}
