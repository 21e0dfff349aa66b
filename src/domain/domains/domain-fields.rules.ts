import { reasonOf } from '../../shared/errors/reason.js';
import { isEmail } from '../../shared/validation/email.rules.js';
import { MAX_LIST_LENGTH, together } from '../../shared/validation/list-length.rules.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { list, string } from '../../shared/validation/rules.js';
import { SECONDS_SCHEMA, secondsFault } from '../seconds.rules.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { isAddress, MAX_AXFR_IPS_LENGTH } from '../domain.rules.js';

/** Makes the rule of a domain name (D-91). */
export function domainName(): Rule {
  return string(
    (value) => (normaliseDomain(value) === undefined ? reasonOf('domain_not_valid') : undefined),
    {
      minLength: 1,
      maxLength: 253,
      example: 'example.com',
    },
  );
}

/** Makes the rule of an email address (D-70). A slave may have `""` (D-90). */
export function soaEmail(): Rule {
  return string((value) => (value === '' || isEmail(value) ? undefined : reasonOf('email_not_valid')), {
    format: 'email',
    example: 'admin@example.com',
  });
}

/** Makes the rule of a list of IP addresses (D-94). */
export function masterAddresses(): Rule {
  return together(addresses(), MAX_LIST_LENGTH);
}

/** Makes the rule of IP addresses with at most 1,000 characters together (spec: Domain, D-184). */
export function axfrAddresses(): Rule {
  return together(addresses(), MAX_AXFR_IPS_LENGTH);
}

/** Makes the rule of a number of seconds, which the service rounds when it stores it (D-93). */
export function seconds(): Rule {
  return { schema: SECONDS_SCHEMA, check: secondsFault };
}

/** Makes the rule of a nameserver's host name or address, without port (D-110). */
export function nameserver(): Rule {
  return string((value) => (isNameserver(value) ? undefined : notValid('remote_nameserver')), {
    example: 'ns1.example.net',
  });
}

const HOST = /^(?=.{1,254}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i;

function isNameserver(value: string): boolean {
  return isAddress(value) || HOST.test(value);
}

function addresses(): Rule {
  return list(
    string((value) => (isAddress(value) ? undefined : reasonOf('ip_address_not_valid')), {
      example: '203.0.113.1',
    }),
  );
}
