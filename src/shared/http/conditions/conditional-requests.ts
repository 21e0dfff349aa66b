import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../../database/database.js';
import type { Batch, OwnTransaction } from '../../../database/reader.js';
import { Interruption, PreconditionFailed, ServiceError, Unavailable } from '../../errors/errors.js';
import { matches } from '../response/entity-tag.js';
import { conditionsOf, type Conditions } from './conditions.rules.js';
import { heldAnswer, nextAnswer, type HeldAnswer } from './held-answer.js';
import { KeptAnswers, keyedRequest, type KeyedRequest } from './kept-answers.js';

const MAX_ATTEMPTS = 24;
const NOTHING = Buffer.alloc(0);

/** What the guard and the body's reader leave on the request. */
interface DecidedRequest extends Request {
  bodyBytes?: Buffer;
  access?: {
    readonly caller?: {
      readonly accountId: number;
      readonly userId: number;
      readonly narrowing: object | null;
    };
    /** Once credential, scope and role are found good. */
    readonly entity?: { readonly found: boolean };
  };
  /** Called by the guard when it lets the request in. */
  letIn?: () => void;
}

/** A change with headers of D-230 to D-232, and how it is carried out. */
export interface ConditionalRequest {
  readonly request: DecidedRequest;
  readonly response: Response;
  /** The guard, the handler and all between; answers on `response`. */
  readonly handle: () => unknown;
  /** Answers on `response`. */
  readonly refuse: (error: ServiceError) => void;
  /** The tag that a GET of the same path would get now, outside of any transaction; undefined when it gets no object. */
  readonly currentTag: () => Promise<string | undefined>;
}

/** One run of such a request. */
interface Run extends ConditionalRequest {
  readonly conditions: Conditions;
  isLetIn: boolean;
  transaction?: OwnTransaction;
}

/**
 * Carries out changes that have an `Idempotency-Key`, an `If-Match` or `Dry-Run`. All that such a request changes joins one
 * transaction, whose end is decided when the answer is known. No handler knows of it.
 */
@Injectable()
export class ConditionalRequests {
  constructor(
    private readonly database: Database,
    private readonly answers: KeptAnswers,
  ) {}

  /** @throws ServiceError */
  async answer(asked: ConditionalRequest): Promise<HeldAnswer> {
    const { method, headers } = asked.request;
    const conditions = conditionsOf(method, headers);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const answer = await this.attempt({ ...asked, conditions, isLetIn: false });
      if (answer) return answer;
      await delay(Math.random() * 2 ** Math.min(attempt, 7));
    }
    throw new Unavailable();
  }

  /** @returns undefined when it must run again */
  private async attempt(run: Run): Promise<HeldAnswer | undefined> {
    const { isDry, key } = run.conditions;
    const first = isDry || key === undefined ? undefined : () => this.answers.claim(keyedOf(run)!);
    try {
      return await this.database.inOne({ isDry, ...(first && { first }) }, (transaction) => {
        run.transaction = transaction;
        return this.carryOut(run, transaction);
      });
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      if (!run.transaction?.isRefused) return undefined;
      return replayed(await this.answers.earlier(this.database, keyedOf(run)!));
    }
  }

  private async carryOut(run: Run, transaction: OwnTransaction): Promise<HeldAnswer> {
    const { request, response, handle, refuse, conditions } = run;
    request.letIn = () => {
      run.isLetIn = true;
      conditions.faults.throwIfAny();
    };
    let answer = await heldAnswer(response, handle);
    if (!answer) throw new Interruption();
    if (conditions.faults.any) return answer;
    if (await this.hasChanged(run, answer)) {
      await transaction.rollback();
      answer = (await nextAnswer(response, () => refuse(new PreconditionFailed())))!;
    }
    if (conditions.isDry) return dryRun(answer, transaction.actions);
    const keyed = isKept(run, answer) ? keyedOf(run) : undefined;
    await this.commit(run, transaction, answer, keyed);
    return answer;
  }

  /**
   * D-231: a handler that has changed an object holds its rows, so nobody else can change them between this and the commit.
   * What others see of the object is still what it was before.
   */
  private async hasChanged(
    { conditions, isLetIn, currentTag }: Run,
    { status }: HeldAnswer,
  ): Promise<boolean> {
    const { ifMatch } = conditions;
    if (ifMatch === undefined || !isLetIn || (status !== 200 && status !== 400)) return false;
    return !matches(await this.database.outside(currentTag), ifMatch);
  }

  private async commit(
    run: Run,
    transaction: OwnTransaction,
    answer: HeldAnswer,
    keyed: KeyedRequest | undefined,
  ): Promise<void> {
    const keep = keyed && ((batch: Batch) => this.answers.keep(batch, keyed, answer));
    try {
      await transaction.commit(keep);
    } catch (error) {
      // Credential, scope and grant are decided first, whatever is kept.
      if (!transaction.isRefused || !isDenied(run, answer)) throw error;
    }
  }
}

function keyedOf({ request, conditions: { key } }: Run): KeyedRequest | undefined {
  const caller = request.access?.caller;
  if (key === undefined || caller === undefined) return undefined;
  return keyedRequest(caller, key, request, request.bodyBytes ?? NOTHING);
}

/** Which answers are kept (D-230). */
function isKept(run: Run, { status }: HeldAnswer): boolean {
  return [200, 400, 404, 412].includes(status) || (status === 403 && isForLackOfGrant(run));
}

/** A narrowed token's refusal is not for its user, and the key may come again with another token. */
function isForLackOfGrant({ request: { access } }: Run): boolean {
  return access?.entity !== undefined && !access.caller?.narrowing;
}

/** Whether the guard has refused the request for lack of a grant: 403, or 404 for what is there and not for the caller. */
function isDenied({ isLetIn, request }: Run, { status }: HeldAnswer): boolean {
  return !isLetIn && (status === 403 || (status === 404 && request.access?.entity?.found === true));
}

function replayed(kept: HeldAnswer): HeldAnswer {
  return { ...kept, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' } };
}

function dryRun({ status, body, headers }: HeldAnswer, actions: readonly string[]): HeldAnswer {
  const events = actions.length > 0 ? { 'Dry-Run-Events': actions.join(', ') } : {};
  return { status, body, headers: { ...headers, 'Dry-Run': 'true', ...events } };
}
