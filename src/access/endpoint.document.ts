import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Refuses } from '../shared/http/response/answers.decorator.js';
import type { EndpointRow } from './endpoint.js';

/** What a row of the endpoint table says in the OpenAPI document: who may call, and which refusals to expect. */
export function documented(name: string, endpoint: EndpointRow): MethodDecorator {
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
    Refuses(...refusals(endpoint)),
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
function pathParameters({ path }: EndpointRow): MethodDecorator[] {
  const names = path.match(/(?<=[:*])\w+/g) ?? [];
  return names.map((name) =>
    ApiParam({
      name,
      schema: TEXT_PARAMETERS.has(name) ? { type: 'string' } : { type: 'integer', minimum: 1 },
      ...(name === 'imageId' && { description: 'With its slash, plain or as `%2F`.', example: 'private/15' }),
    }),
  );
}

function isBearer({ credential }: EndpointRow): boolean {
  return credential === 'token' || credential === 'platform';
}

/** The refusals that the row itself brings, in the order of D-20. */
function refusals({
  credential,
  method,
  path,
  scopes,
  narrowed,
  entity,
}: EndpointRow): Parameters<typeof Refuses> {
  const takesBody = method === 'POST' || method === 'PUT';
  // A narrowed token gets 403 where it does not reach an endpoint (D-279), and 404 where the path names an entity.
  const isClosed = credential === 'token' && narrowed !== 'list' && !entity;
  const isMissable = /[:*]/.test(path) || credential === 'platform';
  return [
    ...(credential === 'address' ? [] : ([401] as const)),
    ...(credential === 'token' || credential === 'open' ? ([429] as const) : []),
    ...(scopes.length > 0 || isClosed ? ([403] as const) : []),
    ...(takesBody ? ([413, 415, 400] as const) : []),
    ...(isMissable ? ([404] as const) : []),
    ...([500, 503] as const),
  ];
}

function accessText({ credential, scopes, anyScope, admin, noProxy, add, grant }: EndpointRow): string {
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
