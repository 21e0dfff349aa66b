import type { Rule } from '../../shared/validation/rule.js';
import { label, text } from '../../shared/validation/rules.js';
import { isRedirectUri } from './redirect-uri.rules.js';

/** 1..512 characters (D-145). */
export function clientLabel(): Rule {
  return label(1, 512);
}

/** The part of D-145 that holds for public and confidential clients alike. */
export function redirectUri(): Rule {
  return uri((value) => isRedirectUri(value, true), { example: 'https://app.example.com/callback' });
}

/** The address of a web page or picture, with http or https. */
export function webAddress(): Rule {
  return uri(isWebAddress);
}

/** The longest address, because a page of a list shows 500 clients. */
const MAX_URI_LENGTH = 2048;
const PART = "(?:[\\w.~:/?@!$&'()*+,;=-]|%[\\da-f]{2})*";
/** The characters of a URI (RFC 3986). The URL parser also takes others, which clients do not. */
const URI = new RegExp(`^[a-z][a-z\\d+.-]*:(?://\\[[\\da-f:.]+\\])?${PART}(?:#${PART})?$`, 'i');

function uri(accepts: (value: string) => boolean, schema: Rule['schema'] = {}): Rule {
  const rule = text(0, MAX_URI_LENGTH, (value) => URI.test(value) && accepts(value));
  return { ...rule, schema: { type: 'string', maxLength: MAX_URI_LENGTH, format: 'uri', ...schema } };
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
