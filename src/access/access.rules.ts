import {
  Forbidden,
  InsufficientScope,
  NotFound,
  OutsideRestrictions,
  Unauthenticated,
} from '../shared/errors/errors.js';
import type { EndpointRow } from './endpoint.js';
import {
  NARROWABLE,
  type Named,
  type NamedRecord,
  type Narrowing,
  type OpenKind,
} from './narrowing/narrowing.js';
import { actionOf, allowsAction, coversRecord, coversZone, reachesAll } from './narrowing/narrowing.rules.js';
import { covers, type Scope } from './scope.rules.js';

/** The facts of a caller that decide. */
export interface CallerFacts {
  readonly scopes: string;
  readonly restricted: boolean;
  readonly userType: 'default' | 'proxy';
  readonly accountAccess: 'read_only' | 'read_write' | null;
  /** The account-level grants of a restricted user that are true. */
  readonly globalGrants: readonly string[];
  /** The token's restrictions; null for an unrestricted token (D-237). */
  readonly narrowing: Narrowing | null;
}

/** The facts of the path's entity that decide. */
export interface EntityFacts {
  readonly found: boolean;
  /** The caller's grant on it. */
  readonly permissions: 'read_only' | 'read_write' | null;
  readonly readOnly: boolean;
  /** The parts of it that a narrowed token names; null or empty for none. */
  readonly named: readonly Named[] | null;
  /** The record, when the path names one and the token is narrowed. */
  readonly record: NamedRecord | null;
}

/**
 * D-20: decides on credential, scope, admin role and kind of user, in this order.
 * @throws Unauthenticated, InsufficientScope, Forbidden, OutsideRestrictions
 */
export function requireScopeAndRole(
  endpoint: EndpointRow,
  caller: CallerFacts | undefined,
  presented = true,
): asserts caller is CallerFacts {
  if (!caller) {
    if (endpoint.credential === 'open' && !presented) return;
    throw new Unauthenticated();
  }
  if (!reachesScopes(endpoint, caller.scopes)) {
    throw new InsufficientScope(endpoint.scopes, missingScopes(endpoint, caller));
  }
  if (!isAdmin(endpoint, caller)) throw new Forbidden('account_access');
  if (endpoint.noProxy && caller.userType === 'proxy') throw new Forbidden();
  // When the path names an entity, the next step decides: an entity that the token does not reach
  // is 404.
  if (!endpoint.entity && !isWithinNarrowing(endpoint, caller, NOTHING)) throw new OutsideRestrictions();
}

/**
 * The kind that must be open to a narrowed token that uses the endpoint without naming an entity.
 */
export function openingKind({ narrowed, grant }: Pick<EndpointRow, 'narrowed' | 'grant'>): OpenKind {
  const kind = NARROWABLE.find((one) => one === narrowed || one === grant?.kind);
  return kind ?? 'rest';
}

/**
 * D-20: decides on the entity, then on the grant. To a restricted caller without a grant, an
 * existing entity looks missing (D-45).
 * @throws Forbidden, NotFound, OutsideRestrictions
 */
export function requireEntityAndGrant(endpoint: EndpointRow, caller: CallerFacts, entity: EntityFacts): void {
  if (isReadOnly(endpoint, entity)) throw new Forbidden();
  if (endpoint.entity && (!entity.found || isHidden(endpoint, caller, entity))) throw new NotFound();
  if (caller.restricted && !isAllowed(endpoint, caller, entity)) {
    throw new Forbidden(missingGrant(endpoint, caller, entity));
  }
  if (!isWithinNarrowing(endpoint, caller, entity)) throw new OutsideRestrictions();
}

const NOTHING = { named: null, record: null };

/** The scopes and the grant that a refused caller lacks. */
interface Missing {
  readonly scopes: readonly Scope[];
  /**
   * `read_only` or `read_write` on the entity, `account_access`, or the name of an account-level
   * grant.
   */
  readonly grant: string | null;
}

/**
 * What the caller lacks at the step where `requireScopeAndRole` or `requireEntityAndGrant` refuses;
 * empty when no scope and no grant helps. The result is the same for a hidden and for a missing
 * entity (D-45).
 */
export function missingOf(endpoint: EndpointRow, caller: CallerFacts, entity: EntityFacts): Missing {
  if (!reachesScopes(endpoint, caller.scopes))
    return { scopes: missingScopes(endpoint, caller), grant: null };
  return { scopes: [], grant: missingGrant(endpoint, caller, entity) };
}

function missingScopes({ scopes }: EndpointRow, { scopes: held }: CallerFacts): readonly Scope[] {
  return scopes.filter((scope) => !covers(held, scope));
}

function missingGrant(endpoint: EndpointRow, caller: CallerFacts, entity: EntityFacts): string | null {
  const { add, grant } = endpoint;
  if (!caller.restricted) return null;
  if (!isAdmin(endpoint, caller)) return 'account_access';
  if ((endpoint.noProxy && caller.userType === 'proxy') || isReadOnly(endpoint, entity)) return null;
  if (grant && entity.permissions === null) return grant.permissions;
  if (add && !caller.globalGrants.includes(add)) return add;
  return grant && !isAllowed(endpoint, caller, entity) ? grant.permissions : null;
}

function isReadOnly({ method }: EndpointRow, { readOnly }: EntityFacts): boolean {
  return readOnly && method !== 'GET';
}

function isHidden(endpoint: EndpointRow, caller: CallerFacts, entity: EntityFacts): boolean {
  const { grant } = endpoint;
  if (!reachesAll(caller.narrowing, openingKind(endpoint)) && !isNamed(entity)) return true;
  return grant !== undefined && caller.restricted && entity.permissions === null;
}

/** D-237: whether the token names the entity, and the record when the path names one. */
function isNamed({ named, record }: EntityFacts): boolean {
  return (named ?? []).some((entry) => !record || coversRecord(entry, record));
}

/** Whether a narrowed token may use the endpoint. A row without `narrowed` closes it (D-279). */
function isWithinNarrowing(
  endpoint: EndpointRow,
  { narrowing }: CallerFacts,
  { named, record }: Pick<EntityFacts, 'named' | 'record'>,
): boolean {
  const { narrowed, method } = endpoint;
  if (!narrowing) return true;
  if (!narrowed) return false;
  if (narrowed === 'list' || reachesAll(narrowing, openingKind(endpoint))) return true;
  const action = actionOf(method);
  if (narrowed === 'records') return allowsAction(named ?? [], action, record);
  if (narrowed === 'changes') return CHANGES.some((one) => allowsAction(named ?? [], one));
  if (narrowed === 'zone') return coversZone(named ?? [], action);
  return narrowed === 'entity' && named !== null;
}

/** The actions of a set of changes. `requireRecordsCovered` decides on its entries (D-240). */
const CHANGES = ['create', 'update', 'delete'] as const;

/** Whether the caller is restricted and has not the account-level grant that the endpoint needs. */
export function lacksAddGrant({ add }: EndpointRow, { restricted, globalGrants }: CallerFacts): boolean {
  return restricted && add !== undefined && !globalGrants.includes(add);
}

/** Whether the grants of a restricted caller allow the endpoint, for an entity that they see. */
function isAllowed(endpoint: EndpointRow, caller: CallerFacts, { permissions }: EntityFacts): boolean {
  const { grant } = endpoint;
  if (lacksAddGrant(endpoint, caller)) return false;
  return grant?.permissions !== 'read_write' || permissions === 'read_write';
}

function reachesScopes({ scopes, anyScope }: EndpointRow, held: string): boolean {
  const reached = (scope: string) => covers(held, scope);
  return scopes.length === 0 || (anyScope ? scopes.some(reached) : scopes.every(reached));
}

function isAdmin({ admin }: EndpointRow, { restricted, accountAccess }: CallerFacts): boolean {
  if (!admin || !restricted) return true;
  return accountAccess === 'read_write' || (admin === 'read_only' && accountAccess === 'read_only');
}
