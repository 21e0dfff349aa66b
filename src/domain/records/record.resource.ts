import {
  integerProperty,
  oneOfProperty,
  orNull,
  textProperty,
  timeProperty,
} from '../../shared/resources/resource-field.js';
import { Resource, type Shown, type Stored } from '../../shared/resources/resource.js';
import { CAA_TAGS } from './record-fields.rules.js';
import { RECORD_TYPES } from './record-type.js';

/**
 * A record (spec: Domain record). docs/domains.md explains its fields to customers. The type
 * decides which fields a request may set: `record.rules.ts`.
 */
export const RECORD = new Resource('RecordResponse', 'r', {
  id: integerProperty('Unique ID, which the service assigns.'),
  type: oneOfProperty(
    RECORD_TYPES,
    'Fixed once the record exists. A new A record with an IPv6 address becomes AAAA, and the reverse.',
  ),
  name: textProperty(
    'Relative to the domain: `www` in `example.com` is `www.example.com`. `""`, `@` and the domain itself are the apex. The ' +
      'domain at the end is taken off, so `www.example.com` is `www`; other absolute names (with a final period) are refused. ' +
      '`*` is possible as the whole first label, not for NS. Required for CNAME, which can be neither at the apex nor beside ' +
      'other records, and for DS, which needs NS records of the same name and goes with the last of them. Ignored for SRV, which is at `_service._protocol`, or below the name that a change set or a zone text gave it.',
  ),
  target: textProperty(
    'A, AAAA: an address, or `[remote_addr]` for the address that the request comes from. NS, CNAME, PTR, MX, SRV: a host; ' +
      'with a period inside or at its end it is absolute, one label alone is relative to the domain, `@` is the domain itself. ' +
      'MX: `""` or `.` says that the name takes no mail (null MX); it must be the only MX record of its name. SRV: `.` says ' +
      'that there is no such service. TXT: any text, without quotes around it; it is split as DNS needs it. Texts of TXT and CAA beyond 64,900 bytes are ' +
      'stored and not served, because no DNS message can carry them. CAA: the ' +
      'CA’s domain, perhaps with parameters (`ca.example; account=1`), or for `iodef` an address for reports. DS: key tag, algorithm, ' +
      'digest type and digest (`2371 13 2 1F98…`), which the zone below gives.',
  ),
  ttl_sec: integerProperty(
    'How long the answer may be cached. 0: the domain’s TTL. Other values become the nearest of 300, 3600, 7200, 14400, ' +
      '28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200. Records of one name and type are served with the lowest ' +
      'TTL of them.',
  ),
  priority: integerProperty(
    'Of MX (default 0) and SRV (required): lower values are tried first. 0 for a null MX.',
  ),
  weight: integerProperty(
    'Of SRV, required: how often this host is chosen among those with the same `priority`.',
  ),
  port: integerProperty('Of SRV, required: the port of the service.'),
  service: orNull(
    textProperty('Of SRV, required: the service’s name, such as `sip`. A leading `_` is dropped.'),
  ),
  protocol: orNull(textProperty('Of SRV: the protocol, `tcp` unless given. A leading `_` is dropped.')),
  tag: orNull(
    oneOfProperty<string>(
      CAA_TAGS,
      'Of CAA, required: who may issue certificates (`issue`), wildcard certificates (`issuewild`), or where to report (`iodef`).',
    ),
  ),
  created: timeProperty('When the record was created.'),
  updated: timeProperty('When the record was last changed.'),
});

/**
 * A record with its note, as lists show it with `?notes=true` (D-301). `n` is its row of
 * `record_notes`.
 */
export const NOTED_RECORD = new Resource('NotedRecordResponse', 'r', {
  ...RECORD.fields,
  note: textProperty('What the record is for.', { expression: `coalesce(n.note, '')`, filter: false }),
  owner: textProperty('Who or what looks after the record.', { expression: `coalesce(n.owner, '')` }),
});

/** A row of `RECORD.columns()`. */
export type RecordRow = Shown<typeof RECORD.fields>;
export type NotedRecordRow = Shown<typeof NOTED_RECORD.fields>;
/** A row of `RECORD.properties()`, with the record's form in a zone file. */
export type StoredRecord = Stored<typeof RECORD.fields> & { readonly rdata: string | null };
