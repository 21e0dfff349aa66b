import type { Rule } from '../../shared/validation/rule.js';
import { RECORD_SCHEMAS } from './record-schemas.js';

/** A field that is only documented here: the record's type decides how it is checked. */
export function decidedByType(field: keyof typeof RECORD_SCHEMAS): Rule {
  return { schema: RECORD_SCHEMAS[field], check: () => undefined };
}

/** What each field of a record means to a customer (docs/domains.md says it at length). */
export const RECORD_FIELDS = {
  type: 'Fixed once the record exists. A new A record with an IPv6 address becomes AAAA, and the reverse.',
  name:
    'Relative to the domain: `www` in `example.com` is `www.example.com`. `""`, `@` and the domain itself are the apex. The ' +
    'domain at the end is taken off, so `www.example.com` is `www`; other absolute names (with a final period) are refused. ' +
    '`*` is possible as the whole first label, not for NS. Required for CNAME, which can be neither at the apex nor beside ' +
    'other records, and for DS, which needs NS records of the same name and goes with the last of them. Ignored for SRV, which is at `_service._protocol`.',
  target:
    'A, AAAA: an address, or `[remote_addr]` for the address that the request comes from. NS, CNAME, PTR, MX, SRV: a host; ' +
    'with a period inside or at its end it is absolute, one label alone is relative to the domain, `@` is the domain itself. ' +
    'MX: `""` or `.` says that the name takes no mail (null MX); it must be the only MX record of its name. SRV: `.` says ' +
    'that there is no such service. TXT: any text, without quotes around it; it is split as DNS needs it. Texts of TXT and CAA beyond 64,900 bytes are ' +
    'stored and not served, because no DNS message can carry them. CAA: the ' +
    'CA’s domain, perhaps with parameters (`ca.example; account=1`), or for `iodef` an address for reports. DS: key tag, algorithm, ' +
    'digest type and digest (`2371 13 2 1F98…`), which the zone below gives.',
  priority: 'Of MX (default 0) and SRV (required): lower values are tried first. 0 for a null MX.',
  weight: 'Of SRV, required: how often this host is chosen among those with the same `priority`.',
  port: 'Of SRV, required.',
  service: 'Of SRV, required: the service’s name, such as `sip`. A leading `_` is dropped.',
  protocol: 'Of SRV: the protocol, `tcp` unless given. A leading `_` is dropped.',
  tag: 'Of CAA, required: who may issue certificates (`issue`), wildcard certificates (`issuewild`), or where to report (`iodef`).',
  ttl_sec:
    'How long the answer may be cached. 0: the domain’s TTL. Other values become the nearest of 300, 3600, 7200, 14400, ' +
    '28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200. Records of one name and type are served with the lowest ' +
    'TTL of them.',
} as const;
