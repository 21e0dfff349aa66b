import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { Invalid, NotFound, Unauthenticated } from '../shared/errors/errors.js';
import { readBody } from '../shared/http/request/body.js';
import { clientAddress } from '../shared/http/request/client-address.js';
import type { Outcome } from '../shared/http/response/response-headers.js';
import { RateLimit } from '../shared/limits/rate-limit.js';
import { SignInLimit } from '../shared/limits/sign-in-limit.js';
import { Clock } from '../shared/time/clock.js';
import { mustBeGranted, mustReach, type EntityFacts } from './access.rules.js';
import { bearerToken } from './bearer.js';
import { ANONYMOUS_KEY, callerKey, type Caller, type CallerKey } from './caller.js';
import { CredentialsRepository, type StoredCaller } from './credentials/credentials.repository.js';
import { endpointNameOf } from './endpoint.decorator.js';
import type { EndpointRow } from './endpoint.js';
import { endpointOf } from './endpoints.js';
import { originOf } from './origin.js';
import { lookupValues, PathLookups } from './path-lookups.js';
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
    private readonly lookups: PathLookups,
    private readonly clock: Clock,
    private readonly rateLimit: RateLimit,
    private readonly signInLimit: SignInLimit,
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

  private beginRead(endpoint: EndpointRow, request: AccessRequest): void {
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

  private async mustFindEntity(endpoint: EndpointRow, request: AccessRequest, caller: Caller): Promise<void> {
    const values = this.lookupValues(endpoint, request);
    if (!values) throw new NotFound();
    const found = await this.credentials.findWithEntity(endpoint, caller.key, values);
    if (found) mustBeGranted(endpoint, caller, found);
  }

  private async decideRead(
    endpoint: EndpointRow,
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

  private async decideChange(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    const key = presentedKey(endpoint, request);
    if (key === ANONYMOUS_KEY) throw new Unauthenticated();
    const values = this.lookupValues(endpoint, request);
    const found = values
      ? await this.credentials.findWithEntity(endpoint, key, values)
      : await this.credentials.find(key);
    const stored = this.live(found);
    const caller = stored && identified(stored, request, key);
    request.access = { endpoint, key, decision: Promise.resolve(caller), caller };
    await this.mustHaveRoom(endpoint, request, caller);
    mustReach(endpoint, caller);
    await readBodyOf(endpoint, request);
    mustBeGranted(endpoint, caller, endpoint.entity ? entityFacts(found) : NO_ENTITY);
  }

  /** D-20: after the credential, before the scope. A request whose credential is refused counts for D-212 instead. */
  private async mustHaveRoom(
    { credential }: EndpointRow,
    request: AccessRequest,
    caller: Caller | undefined,
    presented = true,
  ): Promise<void> {
    if (presented && !caller) return this.signInLimit.count(clientAddress(request));
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

  private async decidePlatform(endpoint: EndpointRow, request: AccessRequest): Promise<void> {
    if (!this.settings.platformToken) throw new NotFound();
    const token = bearerToken(request.headers.authorization);
    if (!isPlatform(token, this.settings.platformToken)) {
      if (token !== undefined) await this.signInLimit.count(clientAddress(request));
      throw new Unauthenticated();
    }
    request.access = { endpoint, key: ANONYMOUS_KEY, decision: ANONYMOUS };
    await readBodyOf(endpoint, request);
    if (!endpoint.platformEntity) return;
    const values = this.lookupValues(endpoint, request);
    const exists = values && (await this.credentials.platformEntityExists(endpoint, values));
    if (!exists) throw new NotFound();
  }

  /** Undefined when the path names nothing that is looked up, or nothing that can exist. */
  private lookupValues(endpoint: EndpointRow, request: AccessRequest): (string | number)[] | undefined {
    const lookup = this.lookups.of(endpoint);
    return lookup && lookupValues(lookup, request);
  }
}

const ANONYMOUS = Promise.resolve(undefined);

/** The endpoint stands on the request before the credential is read: a refusal's headers tell of it (D-155). */
function presentedKey(endpoint: EndpointRow, request: AccessRequest): CallerKey {
  request.access = { endpoint, key: ANONYMOUS_KEY, decision: ANONYMOUS };
  const token = bearerToken(request.headers.authorization);
  return token === undefined ? ANONYMOUS_KEY : callerKey(token);
}

function identified(stored: StoredCaller, request: AccessRequest, key: CallerKey): Caller {
  return Object.assign(stored, { key }, originOf(request));
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

async function readBodyOf({ method }: EndpointRow, request: AccessRequest): Promise<void> {
  if (method === 'GET' || method === 'DELETE') return;
  const { value, text } = await readBody(request);
  request.body = value;
  request.bodyText = text;
}
