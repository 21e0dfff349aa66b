import type { EndpointRow } from './endpoint.js';
import { create, del, get, post, put, view } from './endpoint-rows.js';

/** Its tag is that of a whole zone (D-275). */
const ZONE_FILE = '/v4/domains/:domainId/zone-file';
const MIB = 1024 * 1024;

/** The rows of domains, their records and the claims of names. */
export const DOMAIN_ENDPOINTS = {
  'domain.list': get('domains', { scope: 'domains:read_only', narrowed: 'list' }),
  'domain.create': create('domains', { scope: 'domains:read_write', add: 'add_domains', narrowed: 'domain' }),
  'domain.import': create('domains/import', {
    scope: 'domains:read_write',
    add: 'add_domains',
    narrowed: 'domain',
    collection: 'domains',
    noTurn: true,
  }),
  'domain.claim.list': get('domains/claims', {
    scope: 'domains:read_only',
    add: 'add_domains',
    narrowed: 'domain',
  }),
  'domain.claim.create': create('domains/claims', {
    scope: 'domains:read_write',
    add: 'add_domains',
    narrowed: 'domain',
  }),
  'domain.claim.view': view('domains/claims/:claimId', {
    scope: 'domains:read_only',
    add: 'add_domains',
    entity: 'claim',
    narrowed: 'domain',
  }),
  'domain.claim.check': post('domains/claims/:claimId/check', {
    scope: 'domains:read_write',
    add: 'add_domains',
    entity: 'claim',
    narrowed: 'domain',
    answersObject: true,
    noTurn: true,
  }),
  'domain.claim.delete': del('domains/claims/:claimId', {
    scope: 'domains:read_write',
    add: 'add_domains',
    entity: 'claim',
    narrowed: 'domain',
  }),
  'domain.deleted.list': get('domains/deleted', {
    scope: 'domains:read_only',
    add: 'add_domains',
    narrowed: 'domain',
  }),
  'domain.deleted.restore': create('domains/deleted/:deletedId/restore', {
    scope: 'domains:read_write',
    add: 'add_domains',
    entity: 'deletedDomain',
    narrowed: 'domain',
    collection: 'domains',
  }),
  'domain.view': view('domains/:domainId', {
    scope: 'domains:read_only',
    entity: 'domain',
    on: 'domain',
    narrowed: 'entity',
  }),
  'domain.zoneFile': get('domains/:domainId/zone-file', {
    scope: 'domains:read_only',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.dnssec.view': get('domains/:domainId/dnssec', {
    scope: 'domains:read_only',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.dnssec.sign': post('domains/:domainId/dnssec', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
    answersObject: true,
  }),
  'domain.dnssec.roll': post('domains/:domainId/dnssec/roll', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
    answersObject: true,
  }),
  'domain.dnssec.delegate': post('domains/:domainId/dnssec/delegate', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
    answersObject: true,
  }),
  'domain.dnssec.end': del('domains/:domainId/dnssec', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.update': put('domains/:domainId', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.delete': del('domains/:domainId', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.clone': {
    ...create('domains/:domainId/clone', {
      scope: 'domains:read_write',
      add: 'add_domains',
      entity: 'domain',
      narrowed: 'domain',
      collection: 'domains',
    }),
    grant: { kind: 'domain', permissions: 'read_only' },
  },
  'domain.change.create': post('domains/:domainId/changes', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    reads: true,
    narrowed: 'changes',
    answersObject: true,
    tagOf: ZONE_FILE,
    maxBodyBytes: 8 * MIB,
  }),
  'domain.change.view': get('domains/:domainId/changes/:changeId', {
    scope: 'domains:read_only',
    entity: 'change',
    on: 'domain',
    narrowed: 'entity',
  }),
  'domain.version.list': get('domains/:domainId/versions', {
    scope: 'domains:read_only',
    entity: 'domain',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.version.zoneFile': get('domains/:domainId/versions/:version/zone-file', {
    scope: 'domains:read_only',
    entity: 'version',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.version.diff': get('domains/:domainId/versions/:version/diff', {
    scope: 'domains:read_only',
    entity: 'version',
    on: 'domain',
    narrowed: 'zone',
  }),
  'domain.version.restore': post('domains/:domainId/versions/:version/restore', {
    scope: 'domains:read_write',
    entity: 'version',
    on: 'domain',
    narrowed: 'zone',
    answersObject: true,
    tagOf: ZONE_FILE,
  }),
  'domain.record.list': get('domains/:domainId/records', {
    scope: 'domains:read_only',
    entity: 'domain',
    on: 'domain',
    narrowed: 'records',
  }),
  'domain.record.view': view('domains/:domainId/records/:recordId', {
    scope: 'domains:read_only',
    entity: 'record',
    on: 'domain',
    narrowed: 'records',
  }),
  'domain.record.create': create('domains/:domainId/records', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    reads: true,
    narrowed: 'records',
  }),
  'domain.record.update': put('domains/:domainId/records/:recordId', {
    scope: 'domains:read_write',
    entity: 'record',
    on: 'domain',
    reads: true,
    narrowed: 'records',
  }),
  'domain.record.delete': del('domains/:domainId/records/:recordId', {
    scope: 'domains:read_write',
    entity: 'record',
    on: 'domain',
    reads: true,
    narrowed: 'records',
  }),
} as const satisfies Readonly<Record<string, EndpointRow>>;
