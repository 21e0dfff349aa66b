import type { Access, EndpointRow } from './endpoint.js';
import { canonicalScopes, type Scope } from './scope.rules.js';

export function get(path: string, access: Access): EndpointRow {
  return row('GET', path, access);
}

/** A GET that shows the entity that the path names. */
export function view(path: string, access: Access & { entity: string }): EndpointRow {
  return { ...row('GET', path, access), shows: true };
}

export function post(path: string, access: Access): EndpointRow {
  return row('POST', path, access);
}

/** A POST that creates a member of a collection. The default collection is its path. */
export function create(
  path: string,
  { collection = path, idKey = 'id', ...access }: Access & { collection?: string; idKey?: string },
): EndpointRow {
  return { ...post(path, { ...access, answersObject: true }), creates: { collection, idKey } };
}

/** A PUT, whose response is that of a GET of the path. */
export function put(path: string, access: Access): EndpointRow {
  return row('PUT', path, { ...access, answersObject: true });
}

export function del(path: string, access: Access): EndpointRow {
  return row('DELETE', path, access);
}

export function open(path: string): EndpointRow {
  return { ...row('GET', path, { narrowed: 'list' }), credential: 'open' };
}

export function platform(method: EndpointRow['method'], path: string, platformEntity?: string): EndpointRow {
  return {
    method,
    path: `/platform/v1/${path}`,
    credential: 'platform',
    scopes: [],
    ...(platformEntity && { platformEntity }),
  };
}

function row(
  method: EndpointRow['method'],
  path: string,
  { scope, admin, on, narrowed, ...rest }: Access,
): EndpointRow {
  const permissions = method === 'GET' ? 'read_only' : 'read_write';
  const scopes = scope === undefined ? [] : (canonicalScopes(scope)?.split(' ') as Scope[]);
  return {
    method,
    path: `/v4/${path}`,
    credential: 'token',
    scopes,
    ...rest,
    ...(admin && { admin: permissions }),
    ...(on && { grant: { kind: on, permissions } }),
    ...(narrowed && { narrowed }),
  };
}
