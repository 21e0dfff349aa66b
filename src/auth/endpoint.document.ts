import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Endpoint } from './endpoints.js';

/** What a row of the endpoint table says in the OpenAPI document: who may call, and which refusals to expect. */
export function documented(name: string, endpoint: Endpoint): MethodDecorator {
  const area = endpoint.credential === 'platform' ? 'Platform API' : TAGS[name.split('.')[0]!]!;
  return applyDecorators(
    ApiTags(area),
    ApiOperation({
      operationId: name.replaceAll('.', '_'),
      summary: summaryOf(name),
      description: accessText(endpoint),
      ...(endpoint.credential === 'open' && { security: [{}, { token: [] }] }),
      ...(endpoint.credential === 'address' && { security: [] }),
    }),
    ApiExtension('x-scopes', endpoint.scopes),
    ...pathParameters(endpoint),
    ...(isBearer(endpoint) ? [ApiBearerAuth(endpoint.credential)] : []),
    ...[...statuses(endpoint), ...(MORE_STATUSES[name] ?? [])].map((status) =>
      ApiResponse({ status, ...ERROR_RESPONSE, description: REFUSALS[status]! }),
    ),
  );
}

const TAGS: Readonly<Record<string, string>> = {
  vpc: 'VPCs',
  profile: 'Profile',
  domain: 'Domains',
  image: 'Images',
  account: 'Account',
  event: 'Events',
  region: 'Regions',
};

/** `profile.sshKey.create` as the spec would call it: SSH Key Create. */
function summaryOf(name: string): string {
  const words = name.split(/\.|(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.map((word) => WORDS[word] ?? word[0]!.toUpperCase() + word.slice(1)).join(' ');
}

const WORDS: Readonly<Record<string, string>> = {
  vpc: 'VPC',
  ips: 'IPs',
  ssh: 'SSH',
  tfa: 'Two Factor',
  client: 'OAuth Client',
};

const TEXT_PARAMETERS = new Set(['imageId', 'clientId', 'regionId', 'username', 'name', 'address']);

/** Numbers are those of D-08; an image's id holds a slash, plain or as `%2F` (D-115). */
function pathParameters({ path }: Endpoint): MethodDecorator[] {
  const names = path.match(/(?<=[:*])\w+/g) ?? [];
  return names.map((name) =>
    ApiParam({
      name,
      schema: TEXT_PARAMETERS.has(name) ? { type: 'string' } : { type: 'integer', minimum: 1 },
      ...(name === 'imageId' && { description: 'With its slash, plain or as `%2F`.', example: 'private/15' }),
    }),
  );
}

const ERROR_RESPONSE = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
};

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is not valid, or refused; nothing has changed.',
  401: 'No valid credential.',
  403: 'The token lacks the scope, or the user the grant.',
  404: 'Not found, or not yours.',
  413: 'The body is too large.',
  415: 'The body has a media type or an encoding that is not supported.',
  429: 'Too many requests; see Retry-After.',
  503: 'Temporarily unavailable; see Retry-After.',
};

/** Refusals that the row does not tell of: the scope of private images (D-117), an unknown disk (D-122). */
const MORE_STATUSES: Readonly<Record<string, readonly number[]>> = {
  'image.view': [403],
  'image.create': [404],
};

function isBearer({ credential }: Endpoint): boolean {
  return credential === 'token' || credential === 'platform';
}

function statuses({ credential, method, path }: Endpoint): number[] {
  const named = path.includes(':') || path.includes('*') || credential === 'platform';
  if (credential === 'address') return [400, 404, 413, 415, 503];
  return [
    ...[400, 401],
    ...(credential === 'open' ? [] : [403]),
    ...(named ? [404] : []),
    ...(method === 'POST' || method === 'PUT' ? [413, 415] : []),
    ...[429, 503],
  ];
}

function accessText({ credential, scopes, anyScope, admin, noProxy, add, grant }: Endpoint): string {
  if (credential === 'platform') return 'Credential: the platform token.';
  if (credential === 'address') return 'Credential: the address itself.';
  if (credential === 'open') return 'Credential: none needed.';
  const needs = [
    scopes.length === 0
      ? 'Scope: any valid token.'
      : `Scope: \`${scopes.join(anyScope ? '` or `' : '` and `')}\`.`,
    admin && `Users: unrestricted, or with account access \`${admin}\`.`,
    noProxy && 'Users: not proxy users.',
    add && `Grant of a restricted user: \`${add}\`.`,
    grant && `Grant of a restricted user: \`${grant.permissions}\` on the ${grant.kind}.`,
  ];
  return needs.filter(Boolean).join(' ');
}
