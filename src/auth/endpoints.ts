import type { EndpointRow } from './endpoint.js';
import { create, del, get, open, post, put, view } from './endpoint-rows.js';
import { PLATFORM_ENDPOINTS } from './platform-endpoints.js';

/**
 * Every endpoint, one row each. A handler takes its route and its access from its row (`@Endpoint('vpc.delete')`). There is
 * no other way to make a route.
 */
export const ENDPOINTS = {
  'vpc.list': get('vpcs', { narrowed: 'list' }),
  // D-163: stock clients ask here.
  'vpc.ips.list.alias': get('vpcs/ips', { scope: 'ips:read_only', narrowed: 'list' }),
  'vpc.create': create('vpcs', { scope: 'vpc:read_write', add: 'add_vpcs' }),
  'vpc.view': view('vpcs/:vpcId', { entity: 'vpc', on: 'vpc' }),
  'vpc.update': put('vpcs/:vpcId', { scope: 'vpc:read_write', entity: 'vpc', on: 'vpc' }),
  'vpc.delete': del('vpcs/:vpcId', { scope: 'vpc:read_write', entity: 'vpc', on: 'vpc' }),
  'vpc.ips.list': get('networking/vpcs/ips', { scope: 'ips:read_only', narrowed: 'list' }),
  'vpc.ips.listOfVpc': get('vpcs/:vpcId/ips', { scope: 'ips:read_only', entity: 'vpc', on: 'vpc' }),
  'vpc.subnet.list': get('vpcs/:vpcId/subnets', { entity: 'vpc', on: 'vpc' }),
  'vpc.subnet.view': view('vpcs/:vpcId/subnets/:vpcSubnetId', { entity: 'subnet', on: 'vpc' }),
  'vpc.subnet.create': create('vpcs/:vpcId/subnets', {
    scope: 'vpc:read_write',
    entity: 'vpc',
    on: 'vpc',
  }),
  'vpc.subnet.update': put('vpcs/:vpcId/subnets/:vpcSubnetId', {
    scope: 'vpc:read_write',
    entity: 'subnet',
    on: 'vpc',
  }),
  'vpc.subnet.delete': del('vpcs/:vpcId/subnets/:vpcSubnetId', {
    scope: 'vpc:read_write',
    entity: 'subnet',
    on: 'vpc',
  }),

  'profile.view': get('profile', { narrowed: 'list' }),
  'profile.grants': get('profile/grants', {}),
  'profile.access': post('profile/access', { narrowed: 'list', noTurn: true }),
  'profile.update': put('profile', { scope: 'account:read_write' }),
  'profile.app.list': get('profile/apps', { scope: 'account:read_only' }),
  'profile.app.view': view('profile/apps/:appId', { scope: 'account:read_only', entity: 'app' }),
  'profile.device.list': get('profile/devices', { scope: 'account:read_only' }),
  'profile.device.view': view('profile/devices/:deviceId', { scope: 'account:read_only', entity: 'device' }),
  'profile.login.list': get('profile/logins', { scope: 'account:read_only' }),
  'profile.login.view': view('profile/logins/:loginId', { scope: 'account:read_only', entity: 'login' }),
  'profile.sshKey.list': get('profile/sshkeys', { scope: 'account:read_only' }),
  'profile.sshKey.view': view('profile/sshkeys/:sshKeyId', { scope: 'account:read_only', entity: 'sshKey' }),
  'profile.token.list': get('profile/tokens', { scope: 'account:read_only' }),
  'profile.token.view': view('profile/tokens/:tokenId', { scope: 'account:read_only', entity: 'token' }),
  'profile.preferences.view': get('profile/preferences', { scope: 'account:read_only' }),
  'profile.securityQuestions.list': get('profile/security-questions', { scope: 'account:read_only' }),
  'profile.app.delete': del('profile/apps/:appId', { scope: 'account:read_write', entity: 'app' }),
  'profile.device.delete': del('profile/devices/:deviceId', {
    scope: 'account:read_write',
    entity: 'device',
  }),
  'profile.phone.send': post('profile/phone-number', { scope: 'account:read_write', noTurn: true }),
  'profile.phone.verify': post('profile/phone-number/verify', { scope: 'account:read_write' }),
  'profile.phone.delete': del('profile/phone-number', { scope: 'account:read_write' }),
  'profile.preferences.update': put('profile/preferences', { scope: 'account:read_write' }),
  'profile.securityQuestions.answer': post('profile/security-questions', { scope: 'account:read_write' }),
  'profile.sshKey.create': create('profile/sshkeys', {
    scope: 'account:read_write',
  }),
  'profile.sshKey.update': put('profile/sshkeys/:sshKeyId', {
    scope: 'account:read_write',
    entity: 'sshKey',
  }),
  'profile.sshKey.delete': del('profile/sshkeys/:sshKeyId', {
    scope: 'account:read_write',
    entity: 'sshKey',
  }),
  'profile.tfa.enable': post('profile/tfa-enable', { scope: 'account:read_write' }),
  'profile.tfa.confirm': post('profile/tfa-enable-confirm', { scope: 'account:read_write' }),
  'profile.tfa.disable': post('profile/tfa-disable', { scope: 'account:read_write' }),
  'profile.token.create': create('profile/tokens', {
    scope: 'account:read_write',
    noProxy: true,
  }),
  'profile.token.restrictions': get('profile/tokens/:tokenId/restrictions', {
    scope: 'account:read_only',
    entity: 'token',
  }),
  'profile.token.update': put('profile/tokens/:tokenId', { scope: 'account:read_write', entity: 'token' }),
  'profile.token.delete': del('profile/tokens/:tokenId', { scope: 'account:read_write', entity: 'token' }),

  'domain.list': get('domains', { scope: 'domains:read_only', narrowed: 'list' }),
  'domain.create': create('domains', {
    scope: 'domains:read_write',
    add: 'add_domains',
  }),
  'domain.import': create('domains/import', {
    scope: 'domains:read_write',
    add: 'add_domains',
    noTurn: true,
    collection: 'domains',
  }),
  'domain.claim.list': get('domains/claims', { scope: 'domains:read_only', add: 'add_domains' }),
  'domain.claim.create': create('domains/claims', {
    scope: 'domains:read_write',
    add: 'add_domains',
  }),
  'domain.claim.view': view('domains/claims/:claimId', {
    scope: 'domains:read_only',
    add: 'add_domains',
    entity: 'claim',
  }),
  'domain.claim.check': post('domains/claims/:claimId/check', {
    scope: 'domains:read_write',
    add: 'add_domains',
    entity: 'claim',
    answersObject: true,
    noTurn: true,
  }),
  'domain.claim.delete': del('domains/claims/:claimId', {
    scope: 'domains:read_write',
    add: 'add_domains',
    entity: 'claim',
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
  }),
  'domain.dnssec.view': get('domains/:domainId/dnssec', {
    scope: 'domains:read_only',
    entity: 'domain',
    on: 'domain',
  }),
  'domain.dnssec.sign': post('domains/:domainId/dnssec', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    answersObject: true,
  }),
  'domain.dnssec.roll': post('domains/:domainId/dnssec/roll', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
    answersObject: true,
  }),
  'domain.dnssec.end': del('domains/:domainId/dnssec', {
    scope: 'domains:read_write',
    entity: 'domain',
    on: 'domain',
  }),
  'domain.update': put('domains/:domainId', { scope: 'domains:read_write', entity: 'domain', on: 'domain' }),
  'domain.delete': del('domains/:domainId', { scope: 'domains:read_write', entity: 'domain', on: 'domain' }),
  'domain.clone': {
    ...create('domains/:domainId/clone', {
      scope: 'domains:read_write',
      add: 'add_domains',
      entity: 'domain',
      collection: 'domains',
    }),
    grant: { kind: 'domain', permissions: 'read_only' },
  },
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
    narrowed: 'records',
  }),
  'domain.record.update': put('domains/:domainId/records/:recordId', {
    scope: 'domains:read_write',
    entity: 'record',
    on: 'domain',
    narrowed: 'records',
  }),
  'domain.record.delete': del('domains/:domainId/records/:recordId', {
    scope: 'domains:read_write',
    entity: 'record',
    on: 'domain',
    narrowed: 'records',
  }),

  'image.list': open('images'),
  'image.view': {
    ...open('images/*imageId'),
    ofPrivate: view('images/*imageId', { scope: 'images:read_only', entity: 'image', on: 'image' }),
  },
  'image.create': create('images', {
    scope: 'images:read_write instances:read_only',
    add: 'add_images',
  }),
  'image.upload': create('images/upload', {
    scope: 'images:read_write',
    add: 'add_images',
    collection: 'images',
  }),
  'image.upload.data': { method: 'PUT', path: '/image-uploads/:address', credential: 'address', scopes: [] },
  'image.update': put('images/*imageId', { scope: 'images:read_write', entity: 'image', on: 'image' }),
  'image.delete': del('images/*imageId', { scope: 'images:read_write', entity: 'image', on: 'image' }),

  'account.view': get('account', { scope: 'account:read_only', admin: true }),
  // Closed to narrowed tokens: it counts what they don't name, and they can create none of it.
  'account.limits': get('account/limits', {}),
  'event.list': get('account/events', { scope: 'events:read_only account:read_only', anyScope: true }),
  'event.view': view('account/events/:eventId', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    entity: 'event',
  }),
  'event.read': post('account/events/:eventId/read', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    entity: 'event',
  }),
  'event.seen': post('account/events/:eventId/seen', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    entity: 'event',
  }),
  'account.user.list': get('account/users', { scope: 'account:read_only', admin: true }),
  'account.user.view': view('account/users/:username', {
    scope: 'account:read_only',
    admin: true,
    entity: 'user',
  }),
  'account.user.grants': get('account/users/:username/grants', {
    scope: 'account:read_only',
    admin: true,
    entity: 'user',
  }),
  'account.user.create': create('account/users', {
    scope: 'account:read_write',
    admin: true,
    noTurn: true,
    idKey: 'username',
  }),
  'account.user.update': put('account/users/:username', {
    scope: 'account:read_write',
    admin: true,
    entity: 'user',
    noTurn: true,
  }),
  'account.user.delete': del('account/users/:username', {
    scope: 'account:read_write',
    admin: true,
    entity: 'user',
  }),
  'account.user.setGrants': put('account/users/:username/grants', {
    scope: 'account:read_write',
    admin: true,
    entity: 'user',
  }),
  'account.client.list': get('account/oauth-clients', { scope: 'account:read_only', admin: true }),
  'account.client.view': view('account/oauth-clients/:clientId', {
    scope: 'account:read_only',
    admin: true,
    entity: 'client',
  }),
  'account.client.create': create('account/oauth-clients', {
    scope: 'account:read_write',
    admin: true,
  }),
  'account.client.update': put('account/oauth-clients/:clientId', {
    scope: 'account:read_write',
    admin: true,
    entity: 'client',
  }),
  'account.client.delete': del('account/oauth-clients/:clientId', {
    scope: 'account:read_write',
    admin: true,
    entity: 'client',
  }),
  'account.client.resetSecret': post('account/oauth-clients/:clientId/reset-secret', {
    scope: 'account:read_write',
    admin: true,
    entity: 'client',
    answersObject: true,
  }),
  'region.list': open('regions'),
  'region.view': open('regions/:regionId'),

  ...PLATFORM_ENDPOINTS,
} as const satisfies Readonly<Record<string, EndpointRow>>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The row of an endpoint. */
export function endpointOf(name: EndpointName): EndpointRow {
  return ENDPOINTS[name];
}
