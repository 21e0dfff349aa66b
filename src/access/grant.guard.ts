import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { NotFound, Unavailable } from '../shared/errors/errors.js';
import { ChangeTurns } from '../shared/limits/change-turns.js';
import { AccessFacts, NO_ENTITY, type Facts } from './access-facts.js';
import { requireEntityAndGrant, requireScopeAndRole } from './access.rules.js';
import type { AccessQuestion, Caller } from './caller.js';
import { takesTurn, type EndpointRow } from './endpoint.js';
import { changedEntity } from './path-lookups.js';
import type { AccessRequest } from './request-access.js';

/**
 * Decides the last two steps of D-20, on the facts that `ScopeGuard` found: whether the caller may see the entity of the
 * path, and do this with it. A change takes its turn before.
 */
@Injectable()
export class GrantGuard implements CanActivate {
  constructor(
    private readonly facts: AccessFacts,
    private readonly turns: ChangeTurns,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const { endpoint, caller } = request.access ?? {};
    if (endpoint?.credential === 'platform') await this.decidePlatform(endpoint, request);
    else if (caller) await this.decide(caller, request);
    return true;
  }

  private async decide(known: Caller, request: AccessRequest): Promise<void> {
    const { endpoint, entity: knownEntity, isStale } = request.access!;
    let facts: Facts = { caller: known, entity: knownEntity! };
    const hasWaited = await this.hasWaitedForTurn(known.question, known, request);
    // The caller may have lost access meanwhile (D-206).
    if (isStale || hasWaited) facts = await this.facts.findFor(known.question, request);
    const { caller, entity } = facts;
    requireScopeAndRole(endpoint, caller);
    request.access = { endpoint, caller, entity };
    if (entity.found || !hasKey(request)) requireEntityAndGrant(endpoint, caller, entity);
    if (entity.shown) request.access = { endpoint, caller, entity, found: entity.shown };
  }

  /** Takes the turn of a change. It waits before the deciding look and holds no connection meanwhile. */
  private async hasWaitedForTurn(
    { endpoint, values }: AccessQuestion,
    caller: Caller,
    request: AccessRequest,
  ): Promise<boolean> {
    if (!takesTurn(endpoint)) return false;
    const hasWaited = await this.turns.take(request, caller.accountId, changedEntity(endpoint, values));
    // Nobody is there to hear what came of it.
    if (hasWaited && request.socket.destroyed) throw new Unavailable();
    return hasWaited;
  }

  private async decidePlatform(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    const found = await this.facts.platformEntityExists(endpoint, request);
    request.access = { endpoint, entity: { ...NO_ENTITY, found } };
    if (!found && !hasKey(request)) throw new NotFound();
  }
}

/** The answer to a DELETE may be kept whose entity is gone: then `ConditionalRequests` refuses what has none (D-271). */
function hasKey({ method, headers }: AccessRequest): boolean {
  return headers['idempotency-key'] !== undefined && method !== 'GET' && method !== 'HEAD';
}
