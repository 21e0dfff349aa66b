import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Refuses } from '../shared/http/response/answers.decorator.js';
import type { EndpointRow } from './endpoint.js';

/** Adds a row of the endpoint table to the OpenAPI document: who may call, and the refusals. */
export function documented(name: string, endpoint: EndpointRow): MethodDecorator {
  const area = endpoint.credential === 'platform' ? 'Platform API' : TAGS[name.split('.')[0]!]!;
  return applyDecorators(
    ApiTags(area),
    ApiOperation({
      operationId: name.replaceAll('.', '_'),
      summary: summaryOf(name),
      description: accessText(endpoint),
      security: securityOf(endpoint),
    }),
    ...pathParameters(name, endpoint),
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

/** The title in the spec's style: `profile.sshKey.create` is SSH Key Create. */
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
/** Endpoints whose `domainId` is a string in the specification (D-296). */
const TEXT_ID_ENDPOINTS = new Set(['domain.clone', 'domain.zoneFile']);

const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  deletedId: 'ID of the deleted domain.',
  imageId: 'ID of the image, with its slash, plain or as `%2F`.',
  username: 'The login name of the user.',
  version: 'The number of the version.',
  name: 'The name.',
  address: 'The secret part of the address.',
};

/** Ids are integers (D-08), except an image's id, which has a slash, plain or as `%2F` (D-115). */
function pathParameters(endpointName: string, { path }: EndpointRow): MethodDecorator[] {
  const names = path.match(/(?<=[:*])\w+/g) ?? [];
  return names.map((name) => {
    const isText = TEXT_PARAMETERS.has(name) || TEXT_ID_ENDPOINTS.has(endpointName);
    return ApiParam({
      name,
      description: PARAMETER_DESCRIPTIONS[name] ?? `ID of the ${wordsOf(name.replace(/Id$/, ''))}.`,
      schema: isText ? { type: 'string' } : { type: 'integer', minimum: 1 },
      ...(name === 'imageId' && { example: 'private/15' }),
    });
  });
}

/** `vpcSubnet` in words: VPC subnet. */
function wordsOf(name: string): string {
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.map((word) => (word in WORDS ? WORDS[word]! : word)).join(' ');
}

/**
 * The credentials of an endpoint, one of which is enough (D-296). OpenAPI 3.0 has scopes only for
 * OAuth tokens; personal access tokens need the same scopes.
 */
function securityOf(endpoint: EndpointRow): Record<string, string[]>[] {
  const { credential, anyScope } = endpoint;
  if (credential === 'platform') return [{ platform: [] }];
  if (credential === 'address') return [];
  const scopes = [...(endpoint.ofPrivate ?? endpoint).scopes];
  const oauth = anyScope ? scopes.map((scope) => ({ oauth: [scope] })) : [{ oauth: scopes }];
  return [...(credential === 'open' ? [{}] : []), { personalAccessToken: [] }, ...oauth];
}

/** The refusals that follow from the row, in the order of D-20. */
function refusals({
  credential,
  method,
  path,
  scopes,
  narrowed,
  entity,
}: EndpointRow): Parameters<typeof Refuses> {
  const takesBody = method === 'POST' || method === 'PUT';
  // A narrowed token that does not reach an endpoint gets 403 (D-279), or 404 when the path names
  // an entity.
  const isClosed = credential === 'token' && narrowed !== 'list' && !entity;
  const isMissable = /[:*]/.test(path) || credential === 'platform';
  return [
    ...(credential === 'address' ? [] : ([401] as const)),
    ...(scopes.length > 0 || isClosed ? ([403] as const) : []),
    ...(takesBody ? ([413, 415, 400] as const) : []),
    ...(isMissable ? ([404] as const) : []),
    ...([429, 500, 503] as const),
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
