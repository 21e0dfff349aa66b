import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { NotFound, Unauthenticated, Unavailable } from '../shared/errors/errors.js';
import { hasArrived, readBody } from '../shared/http/request/body.js';
import { clientAddress } from '../shared/http/request/client-address.js';
import { isPublic } from '../shared/http/routes/public.decorator.js';
import { ChangeTurns } from '../shared/limits/change-turns.js';
import { RateLimit } from '../shared/limits/rate-limit.js';
import { SignInLimit } from '../shared/limits/sign-in-limit.js';
import { AccessFacts, NO_ENTITY } from './access-facts.js';
import { requireEntityAndGrant, requireScopeAndRole } from './access.rules.js';
import { bearerToken } from './bearer.js';
import { callerKey, type AccessQuestion, type Caller } from './caller.js';
import { endpointNameOf } from './endpoint.decorator.js';
import { takesTurn, type EndpointRow } from './endpoint.js';
import { endpointOf } from './endpoints.js';
import { originOf } from './origin.js';
import { changedEntity, rowFor } from './path-lookups.js';
import { isPlatform } from './platform-credential.js';
import type { AccessRequest } from './request-access.js';

/**
 * Decides who may call each endpoint, from its row, in the order of D-20. Nest runs guards before interceptors, pipes and
 * handlers, so a refused request reaches none of these.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly facts: AccessFacts,
    private readonly rateLimit: RateLimit,
    private readonly signInLimit: SignInLimit,
    private readonly turns: ChangeTurns,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = endpointNameOf(context.getHandler());
    if (!name && isPublic(context.getHandler(), context.getClass())) return true;
    // Deny by default: a handler without a row is no endpoint.
    if (!name) throw new NotFound();
    const request = context.switchToHttp().getRequest<AccessRequest>();
    request.endpointName = name;
    const endpoint = rowFor(endpointOf(name), request.params);
    if (endpoint.credential === 'platform') await this.decidePlatform(endpoint, request);
    else if (endpoint.credential !== 'address') await this.decide(endpoint, request);
    return true;
  }

  private async decide(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    // Set first, so that 401 responses carry the scope header (D-155).
    request.access = { endpoint };
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return this.decideAnonymous(endpoint, request);
    const question = { endpoint, key: callerKey(token), values: this.facts.pathValues(endpoint, request) };
    const isWhole = !takesBody(endpoint) || (await hasArrived(request));
    let { caller, entity } = await this.factsOf(question, request);
    if (caller) await this.letIn(caller, request);
    requireScopeAndRole(endpoint, caller);
    if (takesBody(endpoint)) await readInto(request);
    const hasWaited = await this.hasWaitedForTurn(question, caller, request);
    if (!isWhole || hasWaited) {
      // The caller may have lost access meanwhile (D-206).
      ({ caller, entity } = await this.factsOf(question, request));
      requireScopeAndRole(endpoint, caller);
    }
    request.access = { endpoint, caller, entity };
    if (entity.found || !hasKey(request)) requireEntityAndGrant(endpoint, caller, entity);
    if (entity.shown) request.access = { endpoint, caller, entity, found: entity.shown };
  }

  /** Takes the turn of a change. It waits before the deciding look and holds no connection meanwhile. */
  private async hasWaitedForTurn(
    { endpoint, values }: AccessQuestion,
    caller: Caller | undefined,
    request: AccessRequest,
  ): Promise<boolean> {
    if (!caller || !takesTurn(endpoint)) return false;
    const hasWaited = await this.turns.take(request, caller.accountId, changedEntity(endpoint, values));
    // Nobody is there to hear what came of it.
    if (hasWaited && request.socket.destroyed) throw new Unavailable();
    return hasWaited;
  }

  /** Finds what the decision takes. A credential that is refused counts for D-212. */
  private async factsOf(question: AccessQuestion, request: AccessRequest) {
    const facts = await this.facts.find(question, originOf(request));
    request.access = { endpoint: question.endpoint, caller: facts.caller };
    if (!facts.caller) await this.signInLimit.count(clientAddress(request));
    return facts;
  }

  private async letIn(caller: Caller, request: AccessRequest): Promise<void> {
    await this.requireRateLimit(caller.key, request);
    await this.facts.noteUse(caller);
  }

  private async decideAnonymous(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    if (endpoint.credential !== 'open') throw new Unauthenticated();
    await this.requireRateLimit(callerKey(clientAddress(request)), request);
  }

  /** D-20: after the credential, before the scope. */
  private async requireRateLimit(subject: Buffer, request: AccessRequest): Promise<void> {
    if (!this.rateLimit.isOn) return;
    request.rateLimit = await this.rateLimit.count(subject);
    this.rateLimit.requireRoom(request.rateLimit);
  }

  private async decidePlatform(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    if (this.settings.platformTokens.length === 0) throw new NotFound();
    const token = bearerToken(request.headers.authorization);
    if (!isPlatform(token, this.settings.platformTokens)) {
      if (token !== undefined) await this.signInLimit.count(clientAddress(request));
      throw new Unauthenticated();
    }
    if (takesBody(endpoint)) await readInto(request);
    const found = await this.facts.platformEntityExists(endpoint, request);
    request.access = { endpoint, entity: { ...NO_ENTITY, found } };
    if (!found && !hasKey(request)) throw new NotFound();
  }
}

function takesBody({ method }: EndpointRow): boolean {
  return method === 'POST' || method === 'PUT';
}

/** The answer to a DELETE may be kept whose entity is gone: then `ConditionalRequests` refuses what has none (D-271). */
function hasKey({ method, headers }: AccessRequest): boolean {
  return headers['idempotency-key'] !== undefined && method !== 'GET' && method !== 'HEAD';
}

async function readInto(request: AccessRequest): Promise<void> {
  const { value, text } = await readBody(request);
  request.body = value;
  request.bodyText = text;
}
