import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { Invalid, NotFound, Unauthenticated } from '../shared/errors/errors.js';
import { readBody } from '../shared/http/request/body.js';
import { clientAddress } from '../shared/http/request/client-address.js';
import type { Outcome } from '../shared/http/response/response-headers.js';
import { pathId } from '../shared/http/request/path-id.js';
import { pathText } from '../shared/http/request/path-text.js';
import { RateLimit } from '../shared/limits/rate-limit.js';
import { Clock } from '../shared/time/clock.js';
import { isStorable } from '../shared/validation/characters.js';
import { mustBeGranted, mustReach, type EntityFacts } from './access.rules.js';
import { bearerToken } from './bearer.js';
import { ANONYMOUS_KEY, callerKey, type Caller, type CallerKey } from './caller.js';
import { CredentialsRepository, type StoredCaller } from './credentials/credentials.repository.js';
import { endpointNameOf } from './endpoint.decorator.js';
import { endpointOf, type Endpoint } from './endpoints.js';
import { ENTITIES, PLATFORM_ENTITIES, type NamedByPath } from './entities.js';
import { originOf } from './origin.js';
import { isPlatform } from './platform-credential.js';
import type { AccessRequest } from './request-access.js';

const NO_ENTITY: EntityFacts = { found: true, permissions: null, readOnly: false };
const MISSING_ENTITY: EntityFacts = { ...NO_ENTITY, found: false };

/**
 * Who is calling, and may they: for every route, from its row. Whatever changes something is decided here in full, in
 * the order of D-20. For a read only the look-up is begun, and its answer, or its failure, waits for the decision
 * (`beforeAnswer`): a refusal comes first, and a missing entity comes before what is wrong with the query or the filter,
 * and is not mistaken for an empty collection.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly clock: Clock,
    private readonly rateLimit: RateLimit,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = endpointNameOf(context.getHandler());
    // Deny by default: a handler without a row is no endpoint.
    if (!name) throw new NotFound();
    const request = context.switchToHttp().getRequest<AccessRequest>();
    request.endpointName = name;
    const endpoint = endpointOf(name);
    if (endpoint.credential === 'platform') await this.decidePlatform(endpoint, request);
    else if (endpoint.credential === 'address') return true;
    else if (endpoint.method === 'GET') this.beginRead(endpoint, request);
    else await this.decideChange(endpoint, request);
    return true;
  }

  private beginRead(endpoint: Endpoint, request: AccessRequest): void {
    const key = presentedKey(endpoint, request);
    if (key === ANONYMOUS_KEY && endpoint.credential === 'token') throw new Unauthenticated();
    const decision = this.decideRead(endpoint, request, key);
    decision.catch(() => undefined);
    request.access = { endpoint, key, decision };
    request.beforeAnswer = async (outcome) => {
      const caller = await decision;
      if (caller && endpoint.entity && (isEmptyPage(outcome) || isFault(outcome))) {
        await this.mustFindEntity(endpoint, request, caller);
      }
    };
  }

  private async mustFindEntity(endpoint: Endpoint, request: AccessRequest, caller: Caller): Promise<void> {
    const params = entityParams(endpoint, request);
    const found = await this.credentials.findWithEntity(endpoint, caller.key, params);
    if (found) mustBeGranted(endpoint, caller, found);
  }

  private async decideRead(
    endpoint: Endpoint,
    request: AccessRequest,
    key: CallerKey,
  ): Promise<Caller | undefined> {
    const presented = key !== ANONYMOUS_KEY;
    const stored = presented ? this.live(await this.credentials.find(key)) : undefined;
    const caller = stored && identified(stored, request, key);
    if (request.access) request.access.caller = caller;
    await this.mustHaveRoom(endpoint, request, caller, presented);
    mustReach(endpoint, caller, presented);
    return caller;
  }

  private async decideChange(endpoint: Endpoint, request: AccessRequest): Promise<void> {
    const key = presentedKey(endpoint, request);
    if (key === ANONYMOUS_KEY) throw new Unauthenticated();
    const params = endpoint.entity ? entityParams(endpoint, request) : undefined;
    const found =
      params && !params.includes(NO_ID)
        ? await this.credentials.findWithEntity(endpoint, key, params)
        : await this.credentials.find(key);
    const stored = this.live(found);
    const caller = stored && identified(stored, request, key);
    request.access = { endpoint, key, decision: Promise.resolve(caller), caller };
    await this.mustHaveRoom(endpoint, request, caller);
    mustReach(endpoint, caller);
    await readBodyOf(endpoint, request);
    mustBeGranted(endpoint, caller, endpoint.entity ? entityFacts(found) : NO_ENTITY);
  }

  /** D-20: after the credential, before the scope. A request that is refused for its credential is not counted. */
  private async mustHaveRoom(
    { credential }: Endpoint,
    request: AccessRequest,
    caller: Caller | undefined,
    presented = true,
  ): Promise<void> {
    const isAnonymous = !caller && !presented && credential === 'open';
    if (!this.rateLimit.isOn || !(caller || isAnonymous)) return;
    const subject = caller?.key ?? callerKey(clientAddress(request));
    request.rateLimit = await this.rateLimit.count(subject);
    this.rateLimit.mustHaveRoom(request.rateLimit);
  }

  private live<Found extends StoredCaller>(found: Found | undefined): Found | undefined {
    if (!found || found.expiry === null) return found;
    return new Date(found.expiry).getTime() > this.clock.milliseconds() ? found : undefined;
  }

  private async decidePlatform(endpoint: Endpoint, request: AccessRequest): Promise<void> {
    if (!this.settings.platformToken) throw new NotFound();
    const token = bearerToken(request.headers.authorization);
    if (!isPlatform(token, this.settings.platformToken)) throw new Unauthenticated();
    request.access = { endpoint, key: ANONYMOUS_KEY, decision: ANONYMOUS };
    await readBodyOf(endpoint, request);
    const { platformEntity: name } = endpoint;
    if (!name) return;
    const params = paramsOf(PLATFORM_ENTITIES[name], request);
    const isThere = !params.includes(NO_ID) && (await this.credentials.platformEntityExists(name, params));
    if (!isThere) throw new NotFound();
  }
}

const NO_ID = 0;
const ANONYMOUS = Promise.resolve(undefined);

/** The endpoint stands on the request before the credential is read: a refusal's headers tell of it (D-155). */
function presentedKey(endpoint: Endpoint, request: AccessRequest): CallerKey {
  request.access = { endpoint, key: ANONYMOUS_KEY, decision: ANONYMOUS };
  const token = bearerToken(request.headers.authorization);
  return token === undefined ? ANONYMOUS_KEY : callerKey(token);
}

function identified(stored: StoredCaller, request: AccessRequest, key: CallerKey): Caller {
  return Object.assign(stored, { key }, originOf(request));
}

function entityParams({ entity }: Endpoint, request: Request): (string | number)[] {
  return paramsOf(ENTITIES[entity!], request);
}

function paramsOf({ params, key }: NamedByPath, request: Request): (string | number)[] {
  return params.map((name) => {
    const text = pathText(request.params[name]);
    if (key === 'text') return isStorable(text) ? text : NO_ID;
    return pathId(text) ?? NO_ID;
  });
}

function entityFacts(found: StoredCaller | (StoredCaller & EntityFacts) | undefined): EntityFacts {
  return found && 'found' in found ? found : MISSING_ENTITY;
}

function isEmptyPage(outcome: Outcome): boolean {
  return 'value' in outcome && (outcome.value as { results?: unknown } | undefined)?.results === 0;
}

function isFault(outcome: Outcome): boolean {
  return 'error' in outcome && outcome.error instanceof Invalid;
}

async function readBodyOf({ method }: Endpoint, request: AccessRequest): Promise<void> {
  if (method === 'GET' || method === 'DELETE') return;
  const { value, text } = await readBody(request);
  request.body = value;
  request.bodyText = text;
}
