import { DOMAIN_ENDPOINTS } from './domain-endpoints.js';
import type { EndpointRow } from './endpoint.js';
import { create, del, get, open, post, put, view } from './endpoint-rows.js';
import { PLATFORM_ENDPOINTS } from './platform-endpoints.js';
import { PROFILE_ENDPOINTS } from './profile-endpoints.js';

const VPC = { entity: 'vpc', on: 'vpc', narrowed: 'entity' } as const;
const SUBNET = { ...VPC, entity: 'subnet' } as const;
const WRITE_VPC = { ...VPC, scope: 'vpc:read_write' } as const;
const WRITE_SUBNET = { ...SUBNET, scope: 'vpc:read_write' } as const;
const IMAGE = { entity: 'image', on: 'image', narrowed: 'entity' } as const;
const NEW_IMAGE = { add: 'add_images', narrowed: 'image' } as const;
const EVENT_LIST = { scope: 'events:read_only account:read_only', anyScope: true, narrowed: 'rest' } as const;
const EVENT = { ...EVENT_LIST, entity: 'event' } as const;
/** Read and changed by account administrators. */
const READ = { scope: 'account:read_only', admin: true, narrowed: 'rest' } as const;
const WRITE = { ...READ, scope: 'account:read_write' } as const;
/** Creates or changes a sign-in: closed to narrowed tokens (D-279). */
const SIGN_IN = { scope: 'account:read_write', admin: true } as const;

/**
 * The endpoint table: one row for each endpoint. `@Endpoint('vpc.delete')` gives a handler the
 * route and the access of its row.
 */
export const ENDPOINTS = {
  'vpc.list': get('vpcs', { narrowed: 'list' }),
  'vpc.create': create('vpcs', {
    scope: 'vpc:read_write',
    add: 'add_vpcs',
    narrowed: 'vpc',
    sharesTurn: true,
  }),
  // D-163: stock clients use this path.
  'vpc.ips.list.alias': get('vpcs/ips', { scope: 'ips:read_only', narrowed: 'list' }),
  'vpc.view': view('vpcs/:vpcId', VPC),
  'vpc.update': put('vpcs/:vpcId', WRITE_VPC),
  'vpc.delete': del('vpcs/:vpcId', { ...WRITE_VPC, sharesTurn: true }),
  'vpc.ips.list': get('networking/vpcs/ips', { scope: 'ips:read_only', narrowed: 'list' }),
  'vpc.ips.listOfVpc': get('vpcs/:vpcId/ips', { ...VPC, scope: 'ips:read_only' }),
  'vpc.subnet.list': get('vpcs/:vpcId/subnets', VPC),
  'vpc.subnet.create': create('vpcs/:vpcId/subnets', WRITE_VPC),
  'vpc.subnet.view': view('vpcs/:vpcId/subnets/:vpcSubnetId', SUBNET),
  'vpc.subnet.update': put('vpcs/:vpcId/subnets/:vpcSubnetId', WRITE_SUBNET),
  'vpc.subnet.delete': del('vpcs/:vpcId/subnets/:vpcSubnetId', WRITE_SUBNET),

  ...PROFILE_ENDPOINTS,

  ...DOMAIN_ENDPOINTS,

  'image.list': open('images'),
  'image.create': create('images', { ...NEW_IMAGE, scope: 'images:read_write instances:read_only' }),
  'image.upload': create('images/upload', {
    ...NEW_IMAGE,
    scope: 'images:read_write',
    collection: 'images',
  }),
  'image.upload.data': { method: 'PUT', path: '/image-uploads/:address', credential: 'address', scopes: [] },
  'image.view': {
    ...open('images/*imageId'),
    ofPrivate: view('images/*imageId', { ...IMAGE, scope: 'images:read_only' }),
  },
  'image.update': put('images/*imageId', { ...IMAGE, scope: 'images:read_write' }),
  'image.delete': del('images/*imageId', { ...IMAGE, scope: 'images:read_write' }),

  'account.view': get('account', READ),
  'account.limits': get('account/limits', { narrowed: 'rest' }),
  'event.list': get('account/events', EVENT_LIST),
  'event.view': view('account/events/:eventId', EVENT),
  'event.read': post('account/events/:eventId/read', EVENT),
  'event.seen': post('account/events/:eventId/seen', EVENT),
  'account.user.list': get('account/users', READ),
  'account.user.create': create('account/users', { ...SIGN_IN, idKey: 'username', noTurn: true }),
  'account.user.view': view('account/users/:username', { ...READ, entity: 'user' }),
  'account.user.update': put('account/users/:username', { ...WRITE, entity: 'user', noTurn: true }),
  'account.user.delete': del('account/users/:username', { ...WRITE, entity: 'user' }),
  'account.user.grants': get('account/users/:username/grants', { ...READ, entity: 'user' }),
  'account.user.setGrants': put('account/users/:username/grants', { ...WRITE, entity: 'user' }),
  'account.client.list': get('account/oauth-clients', READ),
  'account.client.create': create('account/oauth-clients', SIGN_IN),
  'account.client.view': view('account/oauth-clients/:clientId', { ...READ, entity: 'client' }),
  'account.client.update': put('account/oauth-clients/:clientId', { ...SIGN_IN, entity: 'client' }),
  'account.client.delete': del('account/oauth-clients/:clientId', { ...WRITE, entity: 'client' }),
  'account.client.resetSecret': post('account/oauth-clients/:clientId/reset-secret', {
    ...SIGN_IN,
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
