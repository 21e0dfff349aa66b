import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../../database/database.js';
import type { ChangeRunner } from '../../../database/change-runner.js';
import type { OwnTransaction, RequestTerms } from '../../../database/reader.js';
import {
  AttemptAborted,
  Invalid,
  KeyUnderWay,
  NotFound,
  PreconditionFailed,
  ServiceError,
  Unavailable,
} from '../../errors/errors.js';
import { entityTag, matches } from '../response/entity-tag.js';
import { payloadOf, rendered, RenderedAnswer } from '../response/rendered-answer.js';
import type { AnsweredRequest } from '../response/response-headers.js';
import { conditionsOf, type ConditionalEndpoint, type Conditions } from './conditions.rules.js';
import { CurrentObjects } from './current-objects.js';
import { KeptAnswers } from './kept-answers.js';
import { keyedRequest, type KeyedRequest, type KeyOwner } from './keyed-request.rules.js';

const MAX_ATTEMPTS = 24;

/** The fields that the guards set on an admitted request. */
interface DecidedRequest extends Request, Omit<AnsweredRequest, keyof Request> {
  readonly bodyBytes?: Buffer;
  readonly access?: AnsweredRequest['access'] & {
    readonly endpoint: ConditionalEndpoint;
    readonly caller?: KeyOwner & { readonly changes?: ChangeRunner };
    readonly entity?: { readonly found: boolean };
  };
}

/** A change with conditional headers (D-230 to D-232). */
interface ConditionalRequest {
  readonly request: DecidedRequest;
  readonly response: Response;
  /** Validates the body and carries out the change. It may run several times. */
  readonly handle: () => Promise<unknown>;
}

interface Decided extends ConditionalRequest {
  readonly conditions: Conditions;
  readonly keyed?: KeyedRequest;
}

/** One attempt at a conditional request. */
interface Run extends Decided {
  readonly transaction: OwnTransaction;
}

/**
 * Carries out changes with an `Idempotency-Key`, `If-Match` or `Dry-Run`, after the access
 * decision. All their writes join one transaction, which ends when the response is known. Handlers
 * do not know of it.
 */
@Injectable()
export class ConditionalRequests {
  constructor(
    private readonly database: Database,
    private readonly answers: KeptAnswers,
    private readonly objects: CurrentObjects,
  ) {}

  /** @throws ServiceError */
  async answer(change: ConditionalRequest): Promise<RenderedAnswer> {
    const { request, response } = change;
    const conditions = admittedConditions(request);
    if (conditions.isDry) response.setHeader('Dry-Run', 'true');
    const { key } = conditions;
    if (key === undefined || conditions.isDry) return this.carriedOut({ ...change, conditions });
    return this.once({ ...change, conditions, keyed: keyedRequest(request.access?.caller, key, request) });
  }

  private async once(change: Decided & { readonly keyed: KeyedRequest }): Promise<RenderedAnswer> {
    const { keyed, response } = change;
    const kept = await this.answers.find(keyed);
    if (kept) return replayed(kept, response);
    try {
      return await this.carriedOut(change);
    } catch (error) {
      await this.answers.release(keyed);
      if (!(error instanceof ServiceError)) throw error;
      // The same request may have succeeded meanwhile, which would explain the refusal.
      const earlier = await this.answers.find(keyed);
      if (earlier) return replayed(earlier, response);
      throw error;
    }
  }

  private async carriedOut(change: Decided): Promise<RenderedAnswer> {
    const { request, keyed } = change;
    if (isMissing(request)) throw new NotFound();
    const terms = this.termsOf(change);
    const work = (transaction: OwnTransaction) => this.attempt({ ...change, transaction });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        return await this.database.request.inOne(terms, work, request.access?.caller?.changes);
      } catch (error) {
        if (!(error instanceof AttemptAborted)) throw error;
        // A call to another system can't be repeated.
        if (error.isRefused || keyed?.leaseUntil) throw new KeyUnderWay();
      }
      await delay(Math.random() * 2 ** Math.min(attempt, 7));
    }
    throw new Unavailable();
  }

  private termsOf(change: Decided): RequestTerms {
    const { conditions, keyed } = change;
    const first: RequestTerms['first'] =
      keyed && ((keeps, isShared) => this.answers.claim(keyed, keeps === 'lease', isShared));
    const before = conditions.ifMatch === undefined ? undefined : () => this.requireMatch(change);
    return { isDry: conditions.isDry, ...(first && { first }), ...(before && { before }) };
  }

  private async attempt(run: Run): Promise<RenderedAnswer> {
    const { request, response, handle, conditions, keyed, transaction } = run;
    const shown = await handle().catch(async (error: unknown) => {
      // The precondition comes before faults of the body.
      if (error instanceof Invalid) await transaction.prepare();
      throw error;
    });
    await transaction.prepare();
    const answer = rendered(request, shown);
    if (!conditions.isDry) {
      await transaction.commit(keyed && ((tx) => this.answers.keep(tx, keyed, answer)));
    } else if (transaction.actions.length > 0) {
      response.setHeader('Dry-Run-Events', transaction.actions.join(', '));
    }
    return answer;
  }

  /** @throws PreconditionFailed; the response then has the current tag */
  private async requireMatch({ request, response, conditions }: Decided): Promise<void> {
    const object = await this.objects.locked(request);
    if (!object && request.method === 'POST') return;
    const tag = object?.shown === undefined ? undefined : entityTag(payloadOf(object.shown));
    if (matches(tag, conditions.ifMatch!)) return;
    if (tag !== undefined) response.setHeader('ETag', tag);
    throw new PreconditionFailed();
  }
}

const UPLOAD = { credential: 'address' } as const;

/** @throws NotFound for a missing entity, which comes before faults of the headers (D-20) */
function admittedConditions(request: DecidedRequest): Conditions {
  try {
    return conditionsOf(request.access?.endpoint ?? UPLOAD, request.headers);
  } catch (error) {
    throw isMissing(request) ? new NotFound() : error;
  }
}

/** The guard admits a missing entity of a request with a key, because a kept answer may exist. */
function isMissing({ access }: DecidedRequest): boolean {
  return access?.entity?.found === false;
}

function replayed(kept: RenderedAnswer, response: Response): RenderedAnswer {
  response.setHeader('Idempotency-Replayed', 'true');
  return kept;
}
