import type { EndpointRow } from './endpoint.js';
import { create, del, get, post, put, view } from './endpoint-rows.js';

/** The GET whose tag covers all records of a zone (D-275). */
const ZONE_FILE = '/v4/domains/:domainId/zone-file';
const MIB = 1024 * 1024;

const READ = { scope: 'domains:read_only', entity: 'domain', on: 'domain' } as const;
const WRITE = { ...READ, scope: 'domains:read_write' } as const;
/** Creates, claims or restores a domain: a restricted user needs `add_domains`. */
const READ_NEW = { scope: 'domains:read_only', add: 'add_domains', narrowed: 'domain' } as const;
const WRITE_NEW = { ...READ_NEW, scope: 'domains:read_write' } as const;
const READ_ZONE = { ...READ, narrowed: 'zone' } as const;
const WRITE_ZONE = { ...WRITE, narrowed: 'zone' } as const;
const DNSSEC = { ...WRITE_ZONE, answersObject: true } as const;
const READ_RECORDS = { ...READ, narrowed: 'records' } as const;
const WRITE_RECORDS = { ...WRITE, narrowed: 'records', reads: true } as const;
const CHANGE_RECORDS = { ...WRITE_RECORDS, sharesTurn: true } as const;
const READ_RECORD = { ...READ_RECORDS, entity: 'record' } as const;
const CHANGE_RECORD = { ...CHANGE_RECORDS, entity: 'record' } as const;
const READ_VERSION = { ...READ_ZONE, entity: 'version' } as const;
const RESTORE_VERSION = { ...DNSSEC, entity: 'version', tagOf: ZONE_FILE } as const;
/** Changes many records. A narrowed token must cover each of them. */
const CHANGES = { ...WRITE, narrowed: 'changes', reads: true, answersObject: true } as const;

/** The rows of domains, their records and the claims of names. */
export const DOMAIN_ENDPOINTS = {
  'domain.list': get('domains', { scope: 'domains:read_only', narrowed: 'list' }),
  'domain.create': create('domains', WRITE_NEW),
  'domain.import': create('domains/import', { ...WRITE_NEW, collection: 'domains', noTurn: true }),
  'domain.claim.list': get('domains/claims', READ_NEW),
  'domain.claim.create': create('domains/claims', WRITE_NEW),
  'domain.claim.view': view('domains/claims/:claimId', { ...READ_NEW, entity: 'claim' }),
  'domain.claim.check': post('domains/claims/:claimId/check', {
    ...WRITE_NEW,
    entity: 'claim',
    answersObject: true,
    noTurn: true,
  }),
  'domain.claim.delete': del('domains/claims/:claimId', { ...WRITE_NEW, entity: 'claim' }),
  'domain.deleted.list': get('domains/deleted', READ_NEW),
  'domain.deleted.restore': create('domains/deleted/:deletedId/restore', {
    ...WRITE_NEW,
    entity: 'deletedDomain',
    collection: 'domains',
  }),
  'domain.view': view('domains/:domainId', { ...READ, narrowed: 'entity' }),
  'domain.update': put('domains/:domainId', WRITE_ZONE),
  'domain.delete': del('domains/:domainId', WRITE_ZONE),
  'domain.clone': {
    ...create('domains/:domainId/clone', { ...WRITE_NEW, entity: 'domain', collection: 'domains' }),
    grant: { kind: 'domain', permissions: 'read_only' },
  },
  'domain.zoneFile': get('domains/:domainId/zone-file', { ...READ_ZONE, reads: true }),
  'domain.zoneText.apply': post('domains/:domainId/zone-file', {
    ...CHANGES,
    maxBodyBytes: 4 * MIB,
    bodyType: 'text/dns',
  }),
  'domain.change.create': post('domains/:domainId/changes', {
    ...CHANGES,
    tagOf: ZONE_FILE,
    maxBodyBytes: 8 * MIB,
  }),
  'domain.change.view': get('domains/:domainId/changes/:changeId', {
    ...READ,
    entity: 'change',
    narrowed: 'entity',
  }),
  'domain.propagation.view': get('domains/:domainId/propagation', READ_ZONE),
  'domain.version.list': get('domains/:domainId/versions', READ_ZONE),
  'domain.version.zoneFile': get('domains/:domainId/versions/:version/zone-file', READ_VERSION),
  'domain.version.diff': get('domains/:domainId/versions/:version/diff', READ_VERSION),
  'domain.version.restore': post('domains/:domainId/versions/:version/restore', RESTORE_VERSION),
  'domain.lint': get('domains/:domainId/lint', READ_RECORDS),
  'domain.dnssec.view': get('domains/:domainId/dnssec', READ_ZONE),
  'domain.dnssec.sign': post('domains/:domainId/dnssec', DNSSEC),
  'domain.dnssec.roll': post('domains/:domainId/dnssec/roll', DNSSEC),
  'domain.dnssec.delegate': post('domains/:domainId/dnssec/delegate', DNSSEC),
  'domain.dnssec.end': del('domains/:domainId/dnssec', WRITE_ZONE),
  'domain.record.list': get('domains/:domainId/records', READ_RECORDS),
  'domain.record.view': view('domains/:domainId/records/:recordId', READ_RECORD),
  'domain.record.create': create('domains/:domainId/records', CHANGE_RECORDS),
  'domain.record.update': put('domains/:domainId/records/:recordId', CHANGE_RECORD),
  'domain.record.delete': del('domains/:domainId/records/:recordId', CHANGE_RECORD),
  'domain.record.note.view': get('domains/:domainId/records/:recordId/note', READ_RECORD),
  'domain.record.note.update': put('domains/:domainId/records/:recordId/note', {
    ...WRITE_RECORDS,
    entity: 'record',
  }),
} as const satisfies Readonly<Record<string, EndpointRow>>;
