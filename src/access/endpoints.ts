import { DOMAIN_ENDPOINTS } from './domain-endpoints.js';
import type { EndpointRow } from './endpoint.js';
import { create, del, get, open, post, put, view } from './endpoint-rows.js';
import { PLATFORM_ENDPOINTS } from './platform-endpoints.js';
import { PROFILE_ENDPOINTS } from './profile-endpoints.js';

/** Every endpoint, one row each. A handler takes its route and its access from its row (`@Endpoint('vpc.delete')`). */
export const ENDPOINTS = {
  'vpc.list': get('vpcs', { narrowed: 'list' }),
  // D-163: stock clients ask here.
  'vpc.ips.list.alias': get('vpcs/ips', { scope: 'ips:read_only', narrowed: 'list' }),
  'vpc.create': create('vpcs', { scope: 'vpc:read_write', add: 'add_vpcs', narrowed: 'vpc' }),
  'vpc.view': view('vpcs/:vpcId', { entity: 'vpc', on: 'vpc', narrowed: 'entity' }),
  'vpc.update': put('vpcs/:vpcId', { scope: 'vpc:read_write', entity: 'vpc', on: 'vpc', narrowed: 'entity' }),
  'vpc.delete': del('vpcs/:vpcId', { scope: 'vpc:read_write', entity: 'vpc', on: 'vpc', narrowed: 'entity' }),
  'vpc.ips.list': get('networking/vpcs/ips', { scope: 'ips:read_only', narrowed: 'list' }),
  'vpc.ips.listOfVpc': get('vpcs/:vpcId/ips', {
    scope: 'ips:read_only',
    entity: 'vpc',
    on: 'vpc',
    narrowed: 'entity',
  }),
  'vpc.subnet.list': get('vpcs/:vpcId/subnets', { entity: 'vpc', on: 'vpc', narrowed: 'entity' }),
  'vpc.subnet.view': view('vpcs/:vpcId/subnets/:vpcSubnetId', {
    entity: 'subnet',
    on: 'vpc',
    narrowed: 'entity',
  }),
  'vpc.subnet.create': create('vpcs/:vpcId/subnets', {
    scope: 'vpc:read_write',
    entity: 'vpc',
    on: 'vpc',
    narrowed: 'entity',
  }),
  'vpc.subnet.update': put('vpcs/:vpcId/subnets/:vpcSubnetId', {
    scope: 'vpc:read_write',
    entity: 'subnet',
    on: 'vpc',
    narrowed: 'entity',
  }),
  'vpc.subnet.delete': del('vpcs/:vpcId/subnets/:vpcSubnetId', {
    scope: 'vpc:read_write',
    entity: 'subnet',
    on: 'vpc',
    narrowed: 'entity',
  }),

  ...PROFILE_ENDPOINTS,

  ...DOMAIN_ENDPOINTS,

  'image.list': open('images'),
  'image.view': {
    ...open('images/*imageId'),
    ofPrivate: view('images/*imageId', {
      scope: 'images:read_only',
      entity: 'image',
      on: 'image',
      narrowed: 'entity',
    }),
  },
  'image.create': create('images', {
    scope: 'images:read_write instances:read_only',
    add: 'add_images',
    narrowed: 'image',
  }),
  'image.upload': create('images/upload', {
    scope: 'images:read_write',
    add: 'add_images',
    narrowed: 'image',
    collection: 'images',
  }),
  'image.upload.data': { method: 'PUT', path: '/image-uploads/:address', credential: 'address', scopes: [] },
  'image.update': put('images/*imageId', {
    scope: 'images:read_write',
    entity: 'image',
    on: 'image',
    narrowed: 'entity',
  }),
  'image.delete': del('images/*imageId', {
    scope: 'images:read_write',
    entity: 'image',
    on: 'image',
    narrowed: 'entity',
  }),

  'account.view': get('account', { scope: 'account:read_only', admin: true, narrowed: 'rest' }),
  'account.limits': get('account/limits', { narrowed: 'rest' }),
  'event.list': get('account/events', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    narrowed: 'rest',
  }),
  'event.view': view('account/events/:eventId', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    entity: 'event',
    narrowed: 'rest',
  }),
  'event.read': post('account/events/:eventId/read', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    entity: 'event',
    narrowed: 'rest',
  }),
  'event.seen': post('account/events/:eventId/seen', {
    scope: 'events:read_only account:read_only',
    anyScope: true,
    entity: 'event',
    narrowed: 'rest',
  }),
  'account.user.list': get('account/users', { scope: 'account:read_only', admin: true, narrowed: 'rest' }),
  'account.user.view': view('account/users/:username', {
    scope: 'account:read_only',
    admin: true,
    entity: 'user',
    narrowed: 'rest',
  }),
  'account.user.grants': get('account/users/:username/grants', {
    scope: 'account:read_only',
    admin: true,
    entity: 'user',
    narrowed: 'rest',
  }),
  'account.user.create': create('account/users', {
    scope: 'account:read_write',
    admin: true,
    idKey: 'username',
    noTurn: true,
  }),
  'account.user.update': put('account/users/:username', {
    scope: 'account:read_write',
    admin: true,
    entity: 'user',
    narrowed: 'rest',
    noTurn: true,
  }),
  'account.user.delete': del('account/users/:username', {
    scope: 'account:read_write',
    admin: true,
    entity: 'user',
    narrowed: 'rest',
  }),
  'account.user.setGrants': put('account/users/:username/grants', {
    scope: 'account:read_write',
    admin: true,
    entity: 'user',
    narrowed: 'rest',
  }),
  'account.client.list': get('account/oauth-clients', {
    scope: 'account:read_only',
    admin: true,
    narrowed: 'rest',
  }),
  'account.client.view': view('account/oauth-clients/:clientId', {
    scope: 'account:read_only',
    admin: true,
    entity: 'client',
    narrowed: 'rest',
  }),
  'account.client.create': create('account/oauth-clients', { scope: 'account:read_write', admin: true }),
  'account.client.update': put('account/oauth-clients/:clientId', {
    scope: 'account:read_write',
    admin: true,
    entity: 'client',
  }),
  'account.client.delete': del('account/oauth-clients/:clientId', {
    scope: 'account:read_write',
    admin: true,
    entity: 'client',
    narrowed: 'rest',
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
