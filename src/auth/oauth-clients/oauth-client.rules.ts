import type { Rule } from '../../shared/validation/rule.js';
import { label, text } from '../../shared/validation/rules.js';
import { isRedirectUri } from './redirect-uri.rules.js';

/** D-145. */
export function clientLabel(): Rule {
  return label(1, 512);
}

/** D-145, as far as it goes without knowing whether the client is public. */
export function redirectUri(): Rule {
  return uri((value) => isRedirectUri(value, true), { example: 'https://app.example.com/callback' });
}

/** The address of a web page or a picture: http or https. */
export function webAddress(): Rule {
  return uri(isWebAddress);
}

/** The longest address kept: a list shows 500 clients at once. */
const MAX_URI_LENGTH = 2048;

function uri(accepts: (value: string) => boolean, schema: Rule['schema'] = {}): Rule {
  const rule = text(0, MAX_URI_LENGTH, accepts);
  return { ...rule, schema: { type: 'string', maxLength: MAX_URI_LENGTH, format: 'uri', ...schema } };
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/i.test(value) && URL.canParse(value);
}
