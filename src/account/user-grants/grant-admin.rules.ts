import { GLOBAL_GRANTS, GRANT_KINDS, type GrantsResponse } from '../../access/grants/grants.js';
import { isObject } from '../../shared/validation/is-object.js';
import type { UncheckedBody } from '../users/user-admin.rules.js';

/**
 * Whether a change of grants would give more than the admin has (D-144). The body is not validated
 * yet: malformed parts give nothing here, and validation refuses them later. Revoking grants is
 * always allowed.
 */
export function exceeds(change: UncheckedBody, held: GrantsResponse): boolean {
  return exceedsGlobal(objectOf(change.global), held.global) || exceedsEntities(change, held);
}

function exceedsGlobal(requested: UncheckedBody, held: GrantsResponse['global']): boolean {
  return (
    isMore(requested.account_access, held.account_access) ||
    GLOBAL_GRANTS.some((name) => requested[name] === true && !held[name])
  );
}

function exceedsEntities(change: UncheckedBody, held: GrantsResponse): boolean {
  return GRANT_KINDS.some((kind) => {
    const requested = change[kind];
    if (!Array.isArray(requested)) return false;
    const own = new Map<unknown, unknown>(held[kind].map(({ id, permissions }) => [id, permissions]));
    return requested.map(objectOf).some(({ id, permissions }) => isMore(permissions, own.get(id)));
  });
}

function isMore(requested: unknown, held: unknown): boolean {
  if (requested === 'read_write') return held !== 'read_write';
  return requested === 'read_only' && held !== 'read_write' && held !== 'read_only';
}

function objectOf(value: unknown): UncheckedBody {
  return isObject(value) ? value : {};
}
