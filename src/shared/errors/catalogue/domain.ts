import type { CatalogueEntry } from './entry.js';

/** Refusals of domains and their records. */
export const DOMAIN_CODES = {
  domain_not_valid: {
    reason: 'Domain is not valid.',
    title: 'The text is not a domain name',
    explanation:
      'A name has at least two labels of letters, digits and hyphens, at most 63 characters each and 253 in all; other letters are allowed if IDNA has them. With a longer name, a name of its records can also become too long.',
    remedy: 'Write example.com: no address, no http://, no path, no spaces.',
  },
  domain_not_available: {
    reason: 'Domain is not available.',
    title: 'No account can have this name',
    explanation:
      'It is a public suffix such as co.uk, a name of the platform itself, or a name that another account deleted recently.',
    remedy:
      'Create the name that you have registered, not the suffix above it. If you have registered this name, prove it: POST /v4/domains/claims.',
  },
  domain_taken: {
    reason: 'Domain already exists.',
    title: 'The service already has this name',
    explanation: 'Only one account can have a name. It may be your account or another one.',
    remedy:
      'Look for it in GET /v4/domains. If another account has your name, prove at the registry that it is yours: POST /v4/domains/claims.',
  },
  domain_conflict: {
    reason: 'Domain conflicts with a domain of another account.',
    title: 'Another account has a name above or below this one',
    explanation:
      'A domain answers for the names below it, so different accounts may not have names above and below each other.',
    remedy:
      'If the name above is yours too, create this one in that account. Otherwise claim the name: POST /v4/domains/claims. The owner of the name above can prove the claim for you with an NS record.',
  },
  domain_needs_claim: {
    reason: 'Domain needs a claim.',
    title: 'The registry already delegates the name to this service',
    explanation:
      'The registry lists the nameservers of this service for this name, or for a name above it, and no account has it. The account that creates it would answer for its owner, so the owner must prove the ownership first.',
    remedy:
      'Claim the registered name: POST /v4/domains/claims. After the claim has succeeded, create the domain.',
  },
  domain_claimed: {
    reason: 'You have a claim of this domain already.',
    title: 'The account has an open claim of the name',
    explanation: 'One claim is enough for a name.',
    remedy: 'Find the claim in GET /v4/domains/claims, and enter its nameserver at your registrar.',
  },
  soa_email_missing: {
    reason: 'soa_email required when type=master',
    title: 'A master domain needs an email address',
    explanation: 'The SOA record has the address of the person who is responsible for the zone.',
    remedy: 'Send `soa_email`.',
  },
  master_ips_missing: {
    reason: 'You need at least one master DNS server IP address for this zone.',
    title: 'A slave domain needs a master',
    explanation: 'A slave copies its records from another server, so it needs the address of that server.',
    remedy: 'Send at least one address in `master_ips`, or choose the type master.',
  },
  ip_address_not_valid: {
    reason: 'Must be a valid IP address',
    title: 'An entry is not an IP address',
    explanation:
      'The entries are IPv4 and IPv6 addresses without port, mask or zone index. Host names are not allowed.',
    remedy: 'Write 203.0.113.1 or 2001:db8::1.',
  },
  transfer_failed: {
    reason: 'Unable to perform zone transfer from this nameserver.',
    title: 'The service could not transfer the zone',
    explanation:
      'The nameserver did not respond, refused the transfer (AXFR), or sent an incomplete zone. The error is the same in all cases, so that imports cannot explore networks.',
    remedy: 'Allow AXFR over TCP port 53 for the addresses at the top of the API document, and try again.',
  },
  target_not_an_address: {
    reason: 'Invalid IPv4 or IPv6 address',
    title: 'The target is not an IP address',
    explanation:
      'An A record points to an IPv4 address, an AAAA record to an IPv6 address. A new record gets the type of its address; the type of a stored record is fixed.',
    remedy: 'Send an address, or [remote_addr] for your own. For a host name use a CNAME record.',
  },
  null_mx_not_alone: {
    reason: 'A null MX record must be the only MX record of its name.',
    title: 'The name has a null MX record and another MX record',
    explanation:
      'A null MX record says that the name accepts no mail (RFC 7505), which contradicts another MX record.',
    remedy: 'Delete the other MX records of the name, or leave out the null MX record.',
  },
  record_name_not_valid: {
    reason: 'Name contains invalid characters',
    title: 'The name of the record is not valid',
    explanation:
      'Labels have letters, digits, hyphens and underscores. A * may only be the first label. A name that ends with a period must be within the domain.',
    remedy: 'Write www, or www.example.com., or an empty name for the domain itself.',
  },
  cname_not_alone: {
    reason: 'Record conflict - CNAMES must be unique',
    title: 'The name has a CNAME record and another record',
    explanation:
      'A CNAME record makes its name an alias of another name, so it must be the only record of its name (RFC 1034).',
    remedy: 'Delete the other records of the name first, or choose another name.',
  },
  ds_without_ns: {
    reason: 'A DS record needs NS records of the same name.',
    title: 'The name of the DS record has no NS records',
    explanation:
      'A DS record identifies the key of the zone below (RFC 4034). So its name needs NS records that delegate that zone, and the service deletes it with the last of them.',
    remedy: 'Create the NS records of the name first.',
  },
  dnssec_of_slave: {
    reason: 'Only domains of the type master can be signed.',
    title: 'The service does not sign slave domains',
    explanation:
      'The service serves the records of a slave as its master sends them. Only the master can sign them.',
    remedy: 'Sign the zone at its master. The service then serves it with its signatures.',
  },
  dnssec_of_long_name: {
    reason: 'Only domains of at most 220 characters can be signed.',
    title: 'The name is too long for a signed domain',
    explanation:
      'A signed zone has names of 33 characters more than the domain, which prove that other names do not exist (NSEC3). No name has more than 253.',
    remedy: 'Use a domain with a shorter name, or leave this one unsigned.',
  },
  dnssec_on: {
    reason: 'DNSSEC is on already.',
    title: 'The domain is already signed',
    explanation: 'The domain has a key. A roll replaces it by a second one.',
    remedy:
      'GET /v4/domains/{id}/dnssec shows the key. For another key use POST /v4/domains/{id}/dnssec/roll.',
  },
  dnssec_off: {
    reason: 'DNSSEC is off, or ends already.',
    title: 'DNSSEC cannot be ended now',
    explanation:
      'The domain is not signed, or DNSSEC is ending already and waits for the parent zone or for caches.',
    remedy:
      'GET /v4/domains/{id}/dnssec shows the status. While DNSSEC is ending, remove the DS records at your registrar.',
  },
  dnssec_not_signed: {
    reason: 'The status of DNSSEC must be signed.',
    title: 'The service cannot roll the key now',
    explanation: 'The domain is not signed, or another step of DNSSEC is still running.',
    remedy: 'GET /v4/domains/{id}/dnssec shows the status and its end.',
  },
  no_domain_above: {
    reason: 'There is no domain of yours above this one.',
    title: 'The account has no domain that can delegate this one',
    explanation:
      'The service writes NS and DS records to the nearest domain above this one in the account, if that has the type master and you may see it.',
    remedy:
      'Create the domain above, or enter the ds_records of GET /v4/domains/{id}/dnssec at the provider of the zone above, or at the registrar.',
  },
  dnssec_no_key_ready: {
    reason: 'No key of this domain is ready.',
    title: 'The zone above must not have a DS record of this domain now',
    explanation:
      'The domain is not signed, caches may still have its unsigned answers (status preparing), or DNSSEC is ending.',
    remedy: 'Sign the domain, and wait for the status signed: GET /v4/domains/{id}/dnssec.',
  },
  dnssec_keeps_domain: {
    reason: 'A signed domain cannot change this.',
    title: 'The domain is signed with DNSSEC',
    explanation:
      'The zone above tells resolvers that the domain is signed with its key. Without the key, or with another type, resolvers could not validate the name.',
    remedy: 'End DNSSEC first: DELETE /v4/domains/{id}/dnssec. Then wait for the status unsigned.',
  },
  open_claim_limit: {
    reason: 'You have reached the maximum of {limit} open claims.',
    title: 'The account has reached its maximum of open claims',
    explanation: 'An account may have `limit` undecided claims, and has `used`.',
    remedy: 'Withdraw claims that you no longer need, or wait until some are decided.',
  },
  domain_limit: {
    reason: 'You have reached the maximum of {limit} domains.',
    title: 'The account has reached its maximum of domains',
    explanation: 'An account may have `limit` domains, and has `used`.',
    remedy: 'Delete a domain that you no longer need, or ask the operators for more.',
  },
  line_not_readable: {
    reason: 'Line {line} is not readable: {why}',
    title: 'A line of the zone text is not readable',
    explanation:
      'The line does not have the form of RFC 1035 section 5, or is a directive other than $ORIGIN and $TTL, so the meaning of the lines after it is unknown. $INCLUDE and $GENERATE are not supported.',
    remedy:
      'Correct the line. Replace $INCLUDE and $GENERATE by their records, for example with named-compilezone.',
  },
  line_not_stored: {
    reason: 'Line {line} cannot be stored: {why}',
    title: 'The service cannot store a record of the zone text',
    explanation:
      'The record has an unsupported type, is outside the domain, breaks a rule of its type, or conflicts with another record of its name.',
    remedy:
      'Correct or remove the line. With `skip=true` the service leaves out all such records, and the response lists them in `skipped`.',
  },
  zone_text_empty: {
    reason: 'The text has no records.',
    title: 'The zone text has no records',
    explanation: 'An empty text instead of a zone is probably a mistake.',
    remedy:
      'Send the zone file as the body, with the media type text/dns. To empty a zone, send its SOA record alone.',
  },
  too_many_deletes: {
    reason: 'More than {limit} records would be gone.',
    title: 'The change deletes too many records',
    explanation:
      'In a domain with 20 records or more, a change may delete at most half of them, unless `max_deletes` allows more, because such a change is probably a mistake. It would delete `used` records, including those that a smaller set no longer has.',
    remedy:
      'Send the change with the header Dry-Run: true and a sufficient `max_deletes` to see the difference. If it is intended, send it with that `max_deletes`.',
  },
  record_limit: {
    reason: 'You have reached the maximum of {limit} records for this domain.',
    title: 'The domain has reached its maximum of records',
    explanation:
      'A domain may have `limit` records, and has `used`, which is 0 when an imported zone has more.',
    remedy: 'Delete records that you no longer need, or move a part of the zone to another domain.',
  },
} as const satisfies Record<string, CatalogueEntry>;
