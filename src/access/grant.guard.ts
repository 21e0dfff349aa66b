import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { NotFound } from '../shared/errors/errors.js';
import { AccessFacts, NO_ENTITY } from './access-facts.js';
import { lacksAddGrant, requireEntityAndGrant, requireScopeAndRole } from './access.rules.js';
import type { Caller } from './caller.js';
import { ChangeAdmission } from './change-admission.js';
import type { EndpointRow } from './endpoint.js';
import type { AccessRequest } from './request-access.js';

/**
 * Decides the last two steps of D-20 on the facts that `ScopeGuard` found: whether the caller may
 * see the path's entity, and whether they may use the endpoint on it. A change takes its turn
 * first, unless it has one.
 */
@Injectable()
export class GrantGuard implements CanActivate {
  constructor(
    private readonly facts: AccessFacts,
    private readonly changes: ChangeAdmission,
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
    const hasWaited = await this.changes.take(known, request);
    const { caller, entity } =
      isStale || hasWaited ? await this.again(known, request) : { caller: known, entity: knownEntity! };
    Object.assign(caller, { changes: request.changes });
    request.access = { endpoint, caller, entity };
    // A missing entity has no grants any more. The account-level grant still decides on a kept
    // answer.
    if (entity.found || !hasKey(request) || lacksAddGrant(endpoint, caller))
      requireEntityAndGrant(endpoint, caller, entity);
    this.changes.remember(caller);
    if (entity.shown) request.access = { endpoint, caller, entity, found: entity.shown };
  }

  /** Repeats the look-up, because the caller may have lost access meanwhile (D-206). */
  private async again({ question }: Caller, request: AccessRequest) {
    const { caller, entity } = await this.facts.findFor(question, request);
    requireScopeAndRole(question.endpoint, caller);
    return { caller, entity };
  }

  private async decidePlatform(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    const found = await this.facts.platformEntityExists(endpoint, request);
    request.access = { endpoint, entity: { ...NO_ENTITY, found } };
    if (!found && !hasKey(request)) throw new NotFound();
  }
}

/**
 * Whether the request has an idempotency key. The entity of a kept answer may be deleted;
 * `ConditionalRequests` refuses a request without a kept answer (D-271).
 */
function hasKey({ method, headers }: AccessRequest): boolean {
  return headers['idempotency-key'] !== undefined && method !== 'GET' && method !== 'HEAD';
}
