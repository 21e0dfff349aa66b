import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { NotFound, Unauthenticated } from '../shared/errors/errors.js';
import { hasArrived, readBody, readText } from '../shared/http/request/body.js';
import { clientAddress } from '../shared/http/request/client-address.js';
import { isPublic } from '../shared/http/routes/public.decorator.js';
import { RateLimit } from '../shared/limits/rate-limit.js';
import { SignInLimit } from '../shared/limits/sign-in-limit.js';
import type { TurnTaker } from '../shared/limits/turns.js';
import { AccessFacts } from './access-facts.js';
import { requireScopeAndRole } from './access.rules.js';
import { bearerToken } from './bearer.js';
import { callerKey, type Caller } from './caller.js';
import { ChangeAdmission } from './change-admission.js';
import { endpointNameOf } from './endpoint.decorator.js';
import type { EndpointRow } from './endpoint.js';
import { endpointOf } from './endpoints.js';
import { rowFor } from './path-lookups.js';
import { isPlatform } from './platform-credential.js';
import type { AccessRequest } from './request-access.js';

/**
 * Decides by credential, rate, scope and role, in the order of D-20, from the endpoint's row. Then
 * it reads the body, and `GrantGuard` decides the remaining steps. Nest runs guards before
 * interceptors, pipes and handlers, so a refused request reaches none of these.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(
    private readonly facts: AccessFacts,
    private readonly changes: ChangeAdmission,
    private readonly rateLimit: RateLimit,
    private readonly signInLimit: SignInLimit,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = endpointNameOf(context.getHandler());
    if (!name && isPublic(context.getHandler(), context.getClass())) return true;
    // Denies by default: a handler without a row is not an endpoint.
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
    const isComplete = !takesBody(endpoint) || (await hasArrived(request));
    if (isComplete) await this.changes.takeEarly(question, request);
    const { caller, entity } = await this.facts.findFor(question, request);
    if (!caller) this.changes.forget(question);
    if (caller) await this.admit(caller, request);
    requireScopeAndRole(endpoint, caller);
    if (takesBody(endpoint)) await readInto(request, endpoint, caller?.accountId);
    request.access = { endpoint, caller, entity, isStale: !isComplete };
  }

  private async admit(caller: Caller, request: AccessRequest): Promise<void> {
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
    if (takesBody(endpoint)) await readInto(request, endpoint);
    request.access = { endpoint };
  }
}

function takesBody({ method }: EndpointRow): boolean {
  return method === 'POST' || method === 'PUT';
}

async function readInto(
  request: AccessRequest,
  { maxBodyBytes, bodyType }: EndpointRow,
  taker: TurnTaker = clientAddress(request),
): Promise<void> {
  if (bodyType !== undefined) {
    request.bodyText = await readText(request, taker, bodyType, maxBodyBytes);
    return;
  }
  const { value, text } = await readBody(request, taker, maxBodyBytes);
  request.body = value;
  request.bodyText = text;
}
