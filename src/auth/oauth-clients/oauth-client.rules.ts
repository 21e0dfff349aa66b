import { notValid, type Rule } from '../../shared/validation/rule.js';
import { label, string } from '../../shared/validation/rules.js';
import { isRedirectUri } from './redirect-uri.rules.js';

/** D-145. */
export function clientLabel(): Rule {
  return label(1, 512);
}

/** D-145, as far as it goes without knowing whether the client is public. */
export function redirectUri(): Rule {
  return string((value) => (isRedirectUri(value, true) ? undefined : notValid('redirect_uri')), {
    format: 'uri',
    example: 'https://app.example.com/callback',
  });
}

/** The address of a web page or a picture: http or https. */
export function webAddress(key: string): Rule {
  return string((value) => (isWebAddress(value) ? undefined : notValid(key)), { format: 'uri' });
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text);
}
