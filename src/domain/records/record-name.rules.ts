import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { CLASSLESS_LABEL, MAX_NAME_LENGTH, OWNER_LABEL, relativeName, toAscii } from '../names.rules.js';
import type { RecordTypeName } from './record-type.js';

/** The maximum length of a record's name, without the domain. */
export const MAX_RECORD_NAME_LENGTH = 100;
const TOO_LONG = reasonOf('length_out_of_range', { minimum: 0, maximum: MAX_RECORD_NAME_LENGTH });
/** DS records have the names of NS records. */
const CLASSLESS: readonly RecordTypeName[] = ['NS', 'DS', 'CNAME', 'PTR'];
const DELEGATING: readonly RecordTypeName[] = ['NS', 'DS'];
const INVALID = reasonOf('record_name_not_valid');

/**
 * Converts a record's `name` to its stored form: relative to the domain, `''` at the apex, in the
 * given case (D-100).
 * @returns a reason when the name is not valid
 */
export function recordName(
  value: string,
  type: RecordTypeName,
  domain: string,
): { readonly name: string } | Reason {
  if (value === '@') return { name: '' };
  const ascii = toAscii(value);
  const name = ascii === undefined ? undefined : relativeTo(domain, ascii);
  if (name === undefined) return INVALID;
  if (name === '') return { name };
  // That of an SRV record is a service and a protocol, of up to 62 characters each.
  const isLong = type !== 'SRV' && name.length > MAX_RECORD_NAME_LENGTH;
  if (isLong || !fitsBelow(domain, name)) return TOO_LONG;
  return hasValidLabels(name, type) ? { name } : INVALID;
}

/** Whether `name.domain` has at most 253 characters. */
export function fitsBelow(domain: string, name: string): boolean {
  return name.length + 1 + domain.length <= MAX_NAME_LENGTH;
}

/** Returns the full name in lower case, the form in which the service compares names. */
export function fullName(name: string, domain: string): string {
  return name === '' ? domain : `${name.toLowerCase()}.${domain}`;
}

/**
 * Returns the absolute form of a stored name, of which `recordName` makes the same name again. Of
 * the stored name `example.com` in the domain `example.com` it would make the apex.
 */
export function absoluteRecordName(name: string, domain: string): string {
  return name === '' ? name : `${name}.${domain}.`;
}

/** @returns undefined for an absolute name outside the domain */
function relativeTo(domain: string, name: string): string | undefined {
  const bare = name.replace(/\.$/, '');
  return relativeName(bare, domain) ?? (bare === name ? name : undefined);
}

function hasValidLabels(name: string, type: RecordTypeName): boolean {
  const pattern = CLASSLESS.includes(type) ? CLASSLESS_LABEL : OWNER_LABEL;
  return name
    .split('.')
    .every(
      (label, index) => pattern.test(label) || (label === '*' && index === 0 && !DELEGATING.includes(type)),
    );
}
