import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { FirstStatement, Tx } from '../../../database/reader.js';
import { KeyReused, KeyUnderWay, TooMany } from '../../errors/errors.js';
import { Encryption } from '../../secrets/encryption.js';
import { Clock } from '../../time/clock.js';
import { RenderedAnswer } from '../response/rendered-answer.js';
import { KeptAnswerEntity } from './kept-answer.entity.js';
import {
  CLAIM_KEY,
  COUNT_KEPT,
  FIND_KEY,
  KEEP_ANSWER,
  KEPT_SECONDS,
  KEY_TAKEN,
  readAnswer,
  TOO_MUCH_KEPT,
} from './kept-answers.sql.js';
import type { KeyedRequest } from './keyed-request.rules.js';

/** Longer than any other system takes to respond (D-274). */
const LEASE_SECONDS = 60;
/**
 * Samples one small answer in 16 and weights it by 16, because the count locks the user's row until
 * the commit, and all requests of a user would wait for each other. The sample is random, because a
 * caller could choose keys.
 */
const COUNTED_ONE_IN = 16;
/**
 * Larger answers, which are rare, are always counted: the weight of one of 4 MiB would exhaust the
 * day.
 */
const MAX_SAMPLED_KIB = 32;
/** A replay takes some ten times as much memory, and 8 of one account may run at the same time. */
const MAX_ANSWER_KIB = 8 * 1024;

/** The answers to requests with an `Idempotency-Key` (D-230). */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly database: Database,
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the answer that is kept under the key.
   * @returns undefined when the key is free
   * @throws KeyReused, KeyUnderWay
   */
  async find({ accountId, userId, keyHash, requestHash }: KeyedRequest): Promise<RenderedAnswer | undefined> {
    const known = await this.database.row(FIND_KEY, [userId, keyHash, this.cutoff(), this.clock.now()]);
    if (known?.isLeased) throw new KeyUnderWay();
    if (!known?.hasAnswer) return undefined;
    if (!known.requestHash.equals(requestHash)) throw new KeyReused();
    const kept = await this.database.row(readAnswer(accountId), [userId, keyHash, requestHash]);
    return kept && this.opened(kept.answer, context(userId, keyHash));
  }

  /**
   * Claims the key until the transaction ends, or for a lease that outlasts the transaction.
   * @param isShared whether the claim fails instead of waiting for another request with the key,
   * for which the other changes of its transaction would wait, too
   */
  claim(keyed: KeyedRequest, isLease: boolean, isShared: boolean): FirstStatement {
    const { accountId, userId, keyHash, requestHash } = keyed;
    const leaseUntil = isLease ? wholeSecond(this.clock.in(LEASE_SECONDS)) : null;
    const now = this.clock.now();
    const values = [userId, keyHash, accountId, requestHash, now, this.cutoff(), leaseUntil];
    return {
      statement: CLAIM_KEY,
      values: [...values, this.windowStart(), isShared],
      rule: KEY_TAKEN,
      refusals: { [TOO_MUCH_KEPT]: () => this.exhausted() },
      // Not earlier: the lease of another request may end in the same second.
      leased: () => (keyed.leaseUntil = leaseUntil),
    };
  }

  /**
   * Stores the answer in the transaction.
   * @throws TooMany for an answer of more than `MAX_ANSWER_KIB`
   */
  keep(tx: Tx, { accountId, userId, keyHash, leaseUntil }: KeyedRequest, answer: RenderedAnswer): void {
    const sealed = this.sealed(answer, context(userId, keyHash));
    const kib = Math.ceil(sealed.length / 1024);
    if (kib > MAX_ANSWER_KIB) throw this.exhausted();
    tx.send(KEEP_ANSWER, [userId, keyHash, sealed, leaseUntil]);
    const weight = kib > MAX_SAMPLED_KIB ? 1 : COUNTED_ONE_IN;
    if (Math.random() * weight >= 1) return;
    tx.send(COUNT_KEPT, [userId, this.windowStart(), kib * weight, accountId]);
  }

  /** Releases a key that is claimed by a lease. */
  async release({ userId, keyHash, leaseUntil }: KeyedRequest): Promise<void> {
    if (!leaseUntil) return;
    await this.database.transaction((tx) =>
      tx.repository(KeptAnswerEntity).delete({ userId, keyHash, leaseUntil }),
    );
  }

  private windowStart(): Date {
    const now = this.clock.milliseconds();
    return new Date(now - (now % (KEPT_SECONDS * 1000)));
  }

  /** Each window starts at zero. */
  private exhausted(): TooMany {
    const intoWindow = (this.clock.milliseconds() / 1000) % KEPT_SECONDS;
    const seconds = Math.ceil(KEPT_SECONDS - intoWindow);
    return new TooMany(seconds, 'Idempotency-Key', 'idempotency_keys_exhausted');
  }

  private cutoff(): Date {
    return this.clock.in(-KEPT_SECONDS);
  }

  private sealed({ payload, headers }: RenderedAnswer, context: string): Buffer {
    return this.encryption.encrypt(JSON.stringify({ text: payload.toString(), headers }), context);
  }

  private opened(sealed: Buffer, context: string): RenderedAnswer {
    const { text, headers } = JSON.parse(this.encryption.decrypt(sealed, context)) as {
      readonly text: string;
      readonly headers: Record<string, string>;
    };
    return new RenderedAnswer(text, headers);
  }
}

/** The lease's end as the column stores it: it identifies the lease. */
function wholeSecond(time: Date): Date {
  return new Date(time.getTime() - time.getMilliseconds());
}

function context(userId: number, keyHash: Buffer): string {
  return `kept_answers:${userId}:${keyHash.toString('hex')}`;
}
