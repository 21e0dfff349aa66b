import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Reader } from '../database/reader.js';
import { clientAddress } from '../shared/http/request/client-address.js';
import { Unauthenticated } from '../shared/errors/errors.js';
import { SignInLimit } from '../shared/limits/sign-in-limit.js';
import { Clock } from '../shared/time/clock.js';
import { DAY_MS } from '../shared/time/date-time.js';
import { requireEntityAndGrant, requireScopeAndRole, type CallerFacts } from './access.rules.js';
import type { AccessQuestion, Caller } from './caller.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import type { StoredCaller, StoredEntity } from './credentials/credentials.sql.js';
import type { EndpointRow } from './endpoint.js';
import { isFromSource, isUseDue } from './narrowing/narrowing.rules.js';
import { originOf, type Origin } from './origin.js';
import { lookupValues, PathLookups, type PathValues } from './path-lookups.js';
import type { AccessRequest } from './request-access.js';

export const NO_ENTITY: StoredEntity = {
  found: true,
  permissions: null,
  readOnly: false,
  named: null,
  record: null,
  shown: null,
};
const MISSING_ENTITY: StoredEntity = { ...NO_ENTITY, found: false };

/** The facts of a decision. `caller` is undefined for an unknown, revoked or expired token. */
interface Facts {
  readonly caller: Caller | undefined;
  readonly entity: StoredEntity;
}

/**
 * Reads the facts of decisions: the caller, and the entity that the path names, in one statement.
 */
@Injectable()
export class AccessFacts {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly lookups: PathLookups,
    private readonly clock: Clock,
    private readonly signInLimit: SignInLimit,
  ) {}

  pathValues(endpoint: EndpointRow, request: Pick<Request, 'params'>): PathValues | undefined {
    const lookup = this.lookups.of(endpoint);
    return lookup && lookupValues(lookup, request);
  }

  async find(question: AccessQuestion, origin: Origin): Promise<Facts> {
    const { endpoint, key, values } = question;
    if (!values) {
      const stored = this.live(await this.credentials.find(key), origin);
      const entity = endpoint.entity ? MISSING_ENTITY : NO_ENTITY;
      return { caller: stored && Object.assign(stored, { key, question }, origin), entity };
    }
    const stored = this.live(await this.credentials.findWithEntity(endpoint, key, values), origin);
    if (!stored) return { caller: undefined, entity: MISSING_ENTITY };
    // The caller is on the request before the decision. The entity's row must not be, so it is
    // separate.
    const { found, permissions, readOnly, shown, named, record, ...caller } = stored;
    const entity = { found, permissions, readOnly, shown, named, record };
    return { caller: Object.assign(caller, { key, question, named }, origin), entity };
  }

  /** Finds the facts of the decision on a request. Counts an invalid credential (D-212). */
  async findFor(question: AccessQuestion, request: AccessRequest): Promise<Facts> {
    const facts = await this.find(question, originOf(request));
    request.access = { endpoint: question.endpoint, caller: facts.caller };
    if (!facts.caller) await this.signInLimit.count(clientAddress(request));
    return facts;
  }

  /** As `find`, for a user who would send a token with every scope (D-238). */
  async findOfUser(
    endpoint: EndpointRow,
    userId: number,
    values: PathValues | undefined,
  ): Promise<{ readonly caller: CallerFacts | undefined; readonly entity: StoredEntity }> {
    const caller = await this.credentials.findOfUser(endpoint, userId, values);
    const missing = endpoint.entity ? MISSING_ENTITY : NO_ENTITY;
    return { caller, entity: values && caller ? (caller as CallerFacts & StoredEntity) : missing };
  }

  /**
   * Decides again on the facts that the transaction reads, for a change that waited for the network
   * after the guard's decision (D-206).
   * @returns the caller with the present kind of user, for decisions that depend on the body
   * @throws Unauthenticated, Forbidden, InsufficientScope, NotFound as for a fresh request.
   */
  async requireStillAllowed(reader: Reader, caller: Caller): Promise<Caller> {
    const { endpoint, key, values } = caller.question;
    const found = this.live(await this.credentials.findAgain(reader, endpoint, key, values), caller);
    requireScopeAndRole(endpoint, found);
    requireEntityAndGrant(endpoint, found, values ? (found as StoredEntity) : NO_ENTITY);
    return { ...caller, restricted: found.restricted };
  }

  /**
   * For a read that found nothing: distinguishes a deleted caller from an empty answer (D-39).
   * @throws Unauthenticated when the credential has ended.
   */
  async requireLive({ key }: Caller): Promise<void> {
    if (!(await this.credentials.find(key))) throw new Unauthenticated();
  }

  /** Whether the entity that the path names exists; true when the path names none. */
  async platformEntityExists(endpoint: EndpointRow, request: Request): Promise<boolean> {
    if (!endpoint.platformEntity) return true;
    const values = this.pathValues(endpoint, request);
    return values !== undefined && this.credentials.platformEntityExists(endpoint, values);
  }

  /**
   * Stores the day of the token's use. A narrowed token with `unusedDays` stores the hour (D-237).
   */
  async noteUse(caller: Caller): Promise<void> {
    const { lastUsed, narrowing } = caller;
    const now = this.clock.now();
    const isDue =
      lastUsed !== Math.floor(now.getTime() / DAY_MS) || (narrowing !== null && isUseDue(narrowing, now));
    if (isDue) await this.credentials.noteUse(caller, now);
  }

  private live<Found extends StoredCaller>(
    found: Found | undefined,
    { address }: Pick<Origin, 'address'>,
  ): Found | undefined {
    if (!found || hasEnded(found, this.clock)) return undefined;
    return found.narrowing === null || isFromSource(address, found.narrowing.sources) ? found : undefined;
  }
}

function hasEnded({ expiry }: StoredCaller, clock: Clock): boolean {
  return expiry !== null && new Date(expiry).getTime() <= clock.milliseconds();
}
