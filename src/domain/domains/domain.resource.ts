import { description, label, oneOf } from '../../shared/validation/rules.js';
import {
  integerProperty,
  oneOfProperty,
  taken,
  textProperty,
  textsProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown } from '../../shared/resources/resource.js';
import type { Given, TakenValues } from '../../shared/resources/resource-requests.js';
import { distinctTags, tags } from '../../shared/validation/tags.rules.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { DOMAIN_STATUSES, DOMAIN_TYPES } from '../domain.rules.js';
import { roundDomainSeconds } from '../seconds.rules.js';
import { axfrAddresses, domainName, masterAddresses, seconds, soaEmail } from './domain-fields.rules.js';

const ROUNDED =
  'Rounded up to the next of 30, 120, 300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200.';
const storedName = (name: string) => normaliseDomain(name) ?? name;
const secondsOf = (meaning: string) =>
  taken(integerProperty(`${meaning} ${ROUNDED}`), { rule: seconds(), unset: 0, stored: roundDomainSeconds });

/** A domain (spec: Domain). docs/domains.md explains its fields to customers. */
export const DOMAIN = new Resource('DomainResponse', 'd', {
  id: integerProperty('Unique ID, which the service assigns.'),
  domain: taken(
    textProperty(
      'Unique on the platform. Unicode becomes A-labels (`xn--...`), upper case becomes lower case, a final period is taken ' +
        'off. A name above or below a domain of another account is refused. A name that is yours can be claimed: ' +
        'POST /v4/domains/claims.',
      { example: 'example.com', normalise: storedName },
    ),
    { rule: domainName(), stored: storedName },
  ),
  type: taken(
    oneOfProperty(
      DOMAIN_TYPES,
      '`master`: the records here are served. `slave`: the nameservers pull the zone from `master_ips` and serve that.',
    ),
    { rule: oneOf(DOMAIN_TYPES) },
  ),
  status: taken(oneOfProperty(DOMAIN_STATUSES, '`disabled`: the nameservers do not serve the domain.'), {
    rule: oneOf(DOMAIN_STATUSES),
    unset: 'active',
  }),
  description: taken(textProperty('A note, for display only.'), {
    rule: description(0, 253),
    unset: '',
    clears: '',
  }),
  group: taken(textProperty('A group, for display only.', { column: 'domain_group', deprecated: true }), {
    rule: label(0, 50),
    unset: '',
    clears: '',
  }),
  soa_email: taken(
    textProperty(
      'Who is responsible for the zone; required for a master. The SOA record has it with a period for `@`.',
      { example: 'admin@example.com' },
    ),
    { rule: soaEmail(), unset: '', clears: '' },
  ),
  master_ips: taken(
    textsProperty(
      'Where a slave’s zone is pulled from; required for a slave. Addresses without port or mask.',
      {
        filter: false,
      },
    ),
    { rule: masterAddresses(), unset: [] },
  ),
  axfr_ips: taken(
    textsProperty(
      'Who may transfer the zone (AXFR), and is notified of changes: other nameservers of yours, or those of your next ' +
        'provider. Addresses without port or mask.',
      { filter: false },
    ),
    { rule: axfrAddresses(), unset: [] },
  ),
  expire_sec: secondsOf('After which time without an answer secondaries stop serving the zone. 0: 1209600.'),
  refresh_sec: secondsOf('How often secondaries ask for changes. 0: 14400.'),
  retry_sec: secondsOf('How soon secondaries ask again after a failure. 0: 14400.'),
  ttl_sec: secondsOf(
    'How long records without a TTL of their own may be cached. 0: 86400. Negative answers are cached as long, and at most ' +
      '3600 seconds.',
  ),
  tags: taken(textsProperty('Tags that organize domains. Repeats are dropped.'), {
    rule: tags(),
    unset: [],
    stored: distinctTags,
  }),
  created: timeProperty('When the domain was created.'),
  updated: timeProperty('When these fields were last changed.'),
});

type Fields = typeof DOMAIN.fields;

/** A row of `DOMAIN.columns()`. */
export type DomainRow = Shown<Fields>;
/** The stored values that a customer sets. */
export type DomainValues = TakenValues<Fields>;
/** The fields of a request. Each one is valid by itself. */
export type DomainFields = Given<Fields>;
