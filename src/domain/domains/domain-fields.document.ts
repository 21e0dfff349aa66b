const ROUNDED =
  'Rounded up to the next of 30, 120, 300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200.';

/** What the fields of a domain mean to a customer (docs/domains.md says it at length). */
export const DOMAIN_FIELDS = {
  domain:
    'Unique on the platform. Unicode becomes A-labels (`xn--...`), upper case becomes lower case, a final period is taken ' +
    'off. A name above or below a domain of another account is refused. A name that is yours can be claimed: ' +
    'POST /v4/domains/claims.',
  type: '`master`: the records here are served. `slave`: the nameservers pull the zone from `master_ips` and serve that.',
  status: '`disabled`: the nameservers do not serve the domain.',
  soa_email:
    'Who is responsible for the zone; required for a master. The SOA record has it with a period for `@`.',
  master_ips: 'Where a slave’s zone is pulled from; required for a slave. Addresses without port or mask.',
  axfr_ips:
    'Who may transfer the zone (AXFR), and is notified of changes: other nameservers of yours, or those of your next ' +
    'provider. Addresses without port or mask.',
  expire_sec: `After which time without an answer secondaries stop serving the zone. 0: 1209600. ${ROUNDED}`,
  refresh_sec: `How often secondaries ask for changes. 0: 14400. ${ROUNDED}`,
  retry_sec: `How soon secondaries ask again after a failure. 0: 14400. ${ROUNDED}`,
  ttl_sec:
    'How long records without a TTL of their own may be cached. 0: 86400. Negative answers are cached as long, and at most ' +
    `3600 seconds. ${ROUNDED}`,
  tags: 'Repeats are dropped.',
} as const;
