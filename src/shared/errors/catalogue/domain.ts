import type { CatalogueEntry } from './entry.js';

/** Refusals of domains and their records. */
export const DOMAIN = {
  domain_not_valid: {
    reason: 'Domain is not valid.',
    title: 'The text is not a domain name',
    explanation:
      'A name has at least two labels of letters, digits and hyphens, at most 63 characters each and 253 in all; other letters are allowed where IDNA knows them. A longer name may also make a record of the domain too long.',
    remedy: 'Write example.com: no address, no http://, no path, no spaces.',
  },
  domain_not_available: {
    reason: 'Domain is not available.',
    title: 'The name cannot be had here',
    explanation:
      'It is a public suffix such as co.uk, a name of the platform itself, or a name that another account gave up not long ago.',
    remedy:
      'Create the name that you have registered, not the suffix above it. If it is yours at the registry, prove it: POST /v4/domains/claims.',
  },
  domain_taken: {
    reason: 'Domain already exists.',
    title: 'The name exists on this service already',
    explanation: 'A name is served once. It may be in your account already, or in another one.',
    remedy:
      'Look into GET /v4/domains. If another account has your name, prove at the registry that it is yours: POST /v4/domains/claims.',
  },
  domain_conflict: {
    reason: 'Domain conflicts with a domain of another account.',
    title: 'Another account has a name above or below this one',
    explanation: 'Names above and below each other answer for each other, so strangers may not share them.',
    remedy:
      'If the name above is yours too, create this one in that account. Otherwise claim the name: POST /v4/domains/claims. The owner of the name above can prove the claim for you with an NS record.',
  },
  domain_needs_claim: {
    reason: 'Domain needs a claim.',
    title: 'The registry delegates the name to this service already',
    explanation:
      'The registry lists our nameservers for this name, or for a name above it, and no account has it. Whoever created it would answer for its owner, so the owner proves it first.',
    remedy:
      'Claim the name that is registered: POST /v4/domains/claims. Once the claim is done, create the domain.',
  },
  domain_claimed: {
    reason: 'You have a claim of this domain already.',
    title: 'The account has an open claim of the name',
    explanation: 'A second claim would prove nothing more.',
    remedy: 'Look into GET /v4/domains/claims, and enter the nameserver of the claim at your registrar.',
  },
  soa_email_missing: {
    reason: 'soa_email required when type=master',
    title: 'A master domain needs an email address',
    explanation: 'The SOA record names the person who is responsible for the zone.',
    remedy: 'Send `soa_email`.',
  },
  master_ips_missing: {
    reason: 'You need at least one master DNS server IP address for this zone.',
    title: 'A slave domain needs a master',
    explanation: 'A slave copies its records from another server, and has to know where it is.',
    remedy: 'Send at least one address in `master_ips`, or choose the type master.',
  },
  ip_address_not_valid: {
    reason: 'Must be a valid IP address',
    title: 'An entry is not an IP address',
    explanation:
      'The list takes IPv4 and IPv6 addresses without port, mask or zone index, and no host names.',
    remedy: 'Write 203.0.113.1 or 2001:db8::1.',
  },
  transfer_failed: {
    reason: 'Unable to perform zone transfer from this nameserver.',
    title: 'The zone could not be fetched',
    explanation:
      'The nameserver did not answer, refused the transfer (AXFR), or sent a zone that is not complete. The answer is the same for all of these, so that imports cannot be used to look into networks.',
    remedy:
      'Allow AXFR over TCP port 53 for the addresses that the API document names at its top, and try again.',
  },
  target_not_an_address: {
    reason: 'Invalid IPv4 or IPv6 address',
    title: 'The target is not an IP address',
    explanation:
      'An A record points to an IPv4 address, an AAAA record to an IPv6 address. A new record takes the type of its address; that of a stored one is fixed.',
    remedy: 'Send an address, or [remote_addr] for your own. For a host name use a CNAME record.',
  },
  null_mx_not_alone: {
    reason: 'A null MX record must be the only MX record of its name.',
    title: 'A null MX record stands beside another MX record',
    explanation:
      'A null MX record says that the name takes no mail (RFC 7505), which another MX record denies.',
    remedy: 'Delete the other MX records of the name, or do without the null MX record.',
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
    title: 'A CNAME record stands beside another record',
    explanation:
      'A CNAME record says that the name is another name, so it is the only record of its name (RFC 1034).',
    remedy: 'Delete the other records of the name first, or choose another name.',
  },
  ds_without_ns: {
    reason: 'A DS record needs NS records of the same name.',
    title: 'The DS record stands where nothing is delegated',
    explanation:
      'A DS record says which key signs the zone below (RFC 4034), so it stands where NS records delegate that zone, and goes with the last of them.',
    remedy: 'Create the NS records of the name first.',
  },
  dnssec_of_slave: {
    reason: 'Only domains of the type master can be signed.',
    title: 'A slave domain is not signed here',
    explanation: 'A slave is served as its master sends it; only the master has all that a signature needs.',
    remedy: 'Sign the zone at its master: it is then served here with its signatures.',
  },
  dnssec_on: {
    reason: 'DNSSEC is on already.',
    title: 'The domain is signed already',
    explanation: 'The domain has a key. A second one comes with a roll.',
    remedy: 'Look into GET /v4/domains/{id}/dnssec. For another key use POST /v4/domains/{id}/dnssec/roll.',
  },
  dnssec_off: {
    reason: 'DNSSEC is off, or ends already.',
    title: 'There is nothing to end',
    explanation:
      'The domain is not signed, or its end has begun and waits for the parent zone or for caches.',
    remedy:
      'GET /v4/domains/{id}/dnssec shows which. While it ends, take the DS records out at your registrar.',
  },
  dnssec_not_signed: {
    reason: 'The status of DNSSEC must be signed.',
    title: 'The key cannot be rolled now',
    explanation: 'The domain is not signed, or another step has not ended yet: one follows the other.',
    remedy: 'GET /v4/domains/{id}/dnssec shows the status, and when it ends.',
  },
  no_domain_above: {
    reason: 'There is no domain of yours above this one.',
    title: 'No domain can delegate this one',
    explanation:
      'NS and DS records are entered in the nearest domain of the account whose name this one ends with, if that is of the type master and you may see it.',
    remedy:
      'Create the domain above, or enter the ds_records of GET /v4/domains/{id}/dnssec where the zone above is managed: at its provider, or at the registrar.',
  },
  dnssec_no_key_ready: {
    reason: 'No key of this domain is ready.',
    title: 'The zone above must not list a key of this domain now',
    explanation:
      'The domain is not signed, caches may still have its unsigned answers (status preparing), or DNSSEC is about to end.',
    remedy: 'Sign the domain, and wait for the status signed: GET /v4/domains/{id}/dnssec.',
  },
  dnssec_keeps_domain: {
    reason: 'A signed domain cannot change this.',
    title: 'The domain is signed with DNSSEC',
    explanation:
      'Resolvers know from the zone above that the name is signed with its key. Without it, or with another type, nobody could validate the name.',
    remedy: 'End DNSSEC first: DELETE /v4/domains/{id}/dnssec, and wait for the status unsigned.',
  },
  open_claim_limit: {
    reason: 'You have reached the maximum of {limit} open claims.',
    title: 'The account has the most open claims that it may have',
    explanation: 'An account may have `limit` claims that are not decided yet, and has `used`.',
    remedy: 'Withdraw claims that you no longer need, or wait until some are decided.',
  },
  domain_limit: {
    reason: 'You have reached the maximum of {limit} domains.',
    title: 'The account has the most domains that it may have',
    explanation: 'An account may have `limit` domains, and has `used`.',
    remedy: 'Delete a domain that you no longer need, or ask the operators for more.',
  },
  line_not_readable: {
    reason: 'Line {line} is not readable: {why}',
    title: 'A line of the zone text is not readable',
    explanation:
      'The line is not of the form of RFC 1035 section 5, or is a directive other than $ORIGIN and $TTL, so it is not known what the lines after it mean. $INCLUDE and $GENERATE are not supported.',
    remedy:
      'Correct the line. In place of $INCLUDE and $GENERATE write the records that they stand for: named-compilezone does that.',
  },
  line_not_stored: {
    reason: 'Line {line} cannot be stored: {why}',
    title: 'A record of the zone text cannot be stored',
    explanation:
      'The record has a type that the service does not know, lies outside of the domain, breaks a rule of its type, or may not stand beside the others of its name.',
    remedy:
      'Correct the line or take it out. With `skip=true` all such records are left out, and the answer lists them in `skipped`.',
  },
  zone_text_empty: {
    reason: 'The text has no records.',
    title: 'The zone text has no records',
    explanation: 'An empty text in place of a zone is more often a mistake than meant.',
    remedy:
      'Send the zone file as the body, with the media type text/dns. To empty a zone, send its SOA record alone.',
  },
  too_many_deletes: {
    reason: 'More than {limit} records would be gone.',
    title: 'The change takes more records away than it may',
    explanation:
      'Of 20 records or more, at most half may go in one change unless `max_deletes` says otherwise: a wide delete is more often a mistake than meant. `used` records would be gone; a set that has fewer records than before has lost the difference.',
    remedy:
      'Look at the difference with the header Dry-Run: true and the `max_deletes` that it takes. If it is meant, send that `max_deletes`.',
  },
  record_limit: {
    reason: 'You have reached the maximum of {limit} records for this domain.',
    title: 'The domain has the most records that it may have',
    explanation:
      'A domain may have `limit` records, and has `used`: 0 when a zone with more than that was to be imported.',
    remedy: 'Delete records that you no longer need, or move a part of the zone into a domain of its own.',
  },
} as const satisfies Record<string, CatalogueEntry>;
