import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import {
  missingOf,
  requireEntityAndGrant,
  requireScopeAndRole,
  type CallerFacts,
  type EntityFacts,
} from '../../access/access.rules.js';
import type { Caller } from '../../access/caller.js';
import type { EndpointRow } from '../../access/endpoint.js';
import { endpointOf, ENDPOINTS } from '../../access/endpoints.js';
import { reachesAll } from '../../access/narrowing/narrowing.rules.js';
import { rowFor, type PathValues } from '../../access/path-lookups.js';
import { PathObjects } from '../../access/path-objects.js';
import { UsersRepository } from '../../access/users/users.repository.js';
import { Database } from '../../database/database.js';
import { invalid, OutsideRestrictions, ServiceError, Unauthenticated } from '../../shared/errors/errors.js';
import { statusOf } from '../../shared/http/response/errors.filter.js';
import { ROUTES, type Routes } from '../../shared/http/routes/routes.js';
import type { ProfileAccessRequest } from './access.request.js';
import type { AccessEntityResponse, AccessResponse } from './access.view.js';

const ENDPOINT_OF_ROUTE = new Map<string, EndpointRow>(
  Object.values(ENDPOINTS).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

/** Reading another user's access requires the same rights as reading their grants. */
const GRANTS_OF_USERS = endpointOf('account.user.grants');

interface Facts {
  readonly caller: CallerFacts | undefined;
  readonly entity: EntityFacts;
}

/**
 * Evaluates the access decision for a request without running it, with the same rules and facts
 * (D-238).
 */
@Injectable()
export class AccessService {
  constructor(
    private readonly facts: AccessFacts,
    private readonly objects: PathObjects,
    private readonly users: UsersRepository,
    private readonly database: Database,
    @Inject(ROUTES) private readonly routes: Routes,
  ) {}

  /**
   * @throws InsufficientScope, Forbidden, OutsideRestrictions unless the caller may read grants of
   * the named user; Invalid for an unknown user; Unauthenticated when the credential has ended
   */
  async decide(caller: Caller, { method, path, username }: ProfileAccessRequest): Promise<AccessResponse> {
    const userId = username === undefined ? undefined : await this.otherUser(caller, username);
    const apiPath = path.split('?', 1)[0]!.replace(/^\/v4beta(?=\/)/, '/v4');
    const route = this.routes.find(method, apiPath);
    if (!route) return refused(this.routes.methodsOf(apiPath).length > 0 ? 405 : 404);
    const { address, requestId, trace } = caller;
    const endpoint = rowFor(ENDPOINT_OF_ROUTE.get(`${route.method} ${route.path}`)!, route.params);
    if (endpoint.credential === 'open' && !(await this.objects.exists(endpoint, route.params)))
      return refused(404);
    const values = this.facts.pathValues(endpoint, route);
    const facts =
      userId === undefined
        ? await this.facts.find({ endpoint, key: caller.key, values }, { address, requestId, trace })
        : await this.facts.findOfUser(endpoint, userId, values);
    return decision(endpoint, facts, entityOf(endpoint, values));
  }

  /**
   * @throws InsufficientScope, Forbidden, OutsideRestrictions unless the caller may read grants of
   * users; Invalid for an unknown user
   */
  private async otherUser(caller: Caller, username: string): Promise<number> {
    requireScopeAndRole(GRANTS_OF_USERS, caller);
    // The answer would show what is outside of the token's restrictions (D-279).
    if (!reachesAll(caller.narrowing, 'rest')) throw new OutsideRestrictions();
    const user = await this.users.find(this.database, username);
    if (user?.accountId !== caller.accountId) throw invalid('username', 'value_not_valid');
    return user.id;
  }
}

function decision(
  endpoint: EndpointRow,
  { caller, entity }: Facts,
  named: AccessEntityResponse | null,
): AccessResponse {
  // The credential or the user was deleted after the request was admitted.
  if (!caller) throw new Unauthenticated();
  try {
    requireScopeAndRole(endpoint, caller);
    requireEntityAndGrant(endpoint, caller, entity);
    return { allowed: true, status: 200, missing_scope: null, missing_grant: null, entity: named };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { scopes, grant } = missingOf(endpoint, caller, entity);
    const missing = { missing_scope: scopes.join(' ') || null, missing_grant: grant };
    return { ...refused(statusOf(error)), ...missing, entity: named };
  }
}

function refused(status: number): AccessResponse {
  return { allowed: false, status, missing_scope: null, missing_grant: null, entity: null };
}

/** Event types of D-134, where they differ from the name of the entity. */
const TYPES: Readonly<Record<string, string>> = {
  record: 'domain_record',
  sshKey: 'user_ssh_key',
  client: 'oauth_client',
};

/** The innermost entity of the path. */
function entityOf({ entity }: EndpointRow, values: PathValues | undefined): AccessEntityResponse | null {
  const id = values?.at(-1);
  return entity === undefined || id === undefined ? null : { type: TYPES[entity] ?? entity, id };
}
