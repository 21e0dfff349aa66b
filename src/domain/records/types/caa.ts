import { HOST_LABEL, MAX_NAME_LENGTH } from '../../names.rules.js';
import { quoted, textTarget } from '../rdata-text.rules.js';
import { TARGET_NOT_VALID, type RecordType } from '../record-type.js';

// A parameter after the CA's domain (RFC 8659 section 4.2).
const PARAMETER = /^[a-z0-9]+(?:-+[a-z0-9]+)* *= *[\x21-\x3a\x3c-\x7e]*$/i;
// The address for reports (RFC 8659 section 4.4).
const REPORT = /^(?:mailto:[^\s@]+@[^\s@]+|https?:\/\/[^\s/]\S*)$/i;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** The CAs that may issue certificates (RFC 8659); the flag is always 0. */
export const CAA: RecordType = {
  name: 'optional',
  fields: [['tag', 'required']],
  target(target, _context, tag) {
    const isValid = PRINTABLE_ASCII.test(target) && !target.endsWith('.') && fits(target, tag);
    return isValid ? textTarget(target, quoted) : TARGET_NOT_VALID;
  },
};

/**
 * Accepts any valid `issue` target when the tag is not valid: the tag has a fault already (D-27).
 */
function fits(target: string, tag: unknown): boolean {
  if (tag === 'iodef') return isReport(target);
  return isIssue(target) || (tag !== 'issue' && tag !== 'issuewild');
}

/** An optional CA domain, then parameters, each after a semicolon. */
function isIssue(value: string): boolean {
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim());
  if (issuer !== '' && !isDomain(issuer)) return false;
  return (
    (parameters.length === 1 && parameters[0] === '') || parameters.every((text) => PARAMETER.test(text))
  );
}

function isReport(value: string): boolean {
  return REPORT.test(value) || isDomain(value);
}

function isDomain(value: string): boolean {
  return value.length <= MAX_NAME_LENGTH && value.split('.').every((label) => HOST_LABEL.test(label));
}
