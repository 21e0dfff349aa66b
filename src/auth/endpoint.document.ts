import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtension,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  type SchemaObject,
} from '@nestjs/swagger';
import type { Endpoint } from './endpoints.js';

/** What a row of the endpoint table says in the OpenAPI document: who may call, and which refusals to expect. */
export function documented(name: string, endpoint: Endpoint): MethodDecorator {
  const area = endpoint.credential === 'platform' ? 'Platform API' : TAGS[name.split('.')[0]!]!;
  return applyDecorators(
    ApiTags(area),
    ApiOperation({ operationId: name.replaceAll('.', '_'), description: accessText(endpoint) }),
    ApiExtension('x-scopes', endpoint.scopes),
    ...(isBearer(endpoint) ? [ApiBearerAuth(endpoint.credential)] : []),
    ...parametersOf(endpoint).map((name) => ApiParam({ name, schema: parameterSchema(name) })),
    ...statuses(endpoint).map((status) =>
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

function isBearer({ credential }: Endpoint): boolean {
  return credential === 'token' || credential === 'platform';
}

function parametersOf({ path }: Endpoint): string[] {
  return [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);
}

const TEXTS: ReadonlySet<string> = new Set([
  'username',
  'clientId',
  'regionId',
  'imageId',
  'address',
  'name',
]);

function parameterSchema(name: string): SchemaObject {
  return TEXTS.has(name)
    ? { type: 'string' }
    : { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
}

function statuses(endpoint: Endpoint): number[] {
  const { credential, method } = endpoint;
  if (credential === 'address') return [400, 404, 413, 415, 503];
  const named = parametersOf(endpoint).length > 0 || credential === 'platform';
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
