import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Batch, FirstStatement, Reader, Tx } from '../../../database/reader.js';
import { KeyReused, KeyUnderWay } from '../../errors/errors.js';
import { Encryption } from '../../secrets/encryption.js';
import { sha256 } from '../../secrets/sha256.js';
import { Clock } from '../../time/clock.js';
import type { HeldAnswer } from './held-answer.js';
import { KeptAnswerEntity } from './kept-answer.entity.js';
import {
  CLAIM_KEY,
  COUNT_KEPT,
  KEEP_ANSWER,
  KEY_TAKEN,
  TIDY_ANSWERS,
  TIDY_COUNTS,
} from './kept-answers.sql.js';

const KEPT_SECONDS = 24 * 3600;
/**
 * Of so many answers one is counted, as so many of its size: whoever counts locks the user's count until the commit, and
 * everybody would wait for everybody. Chance chooses, because a caller could choose keys.
 */
const COUNTED_ONE_IN = 16;

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly accountId: number;
  readonly userId: number;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
}

/** @param bytes the body as it was sent */
export function keyedRequest(
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  key: string,
  { method, url }: { readonly method: string; readonly url: string },
  bytes: Buffer,
): KeyedRequest {
  const keyHash = sha256(`${userId} ${key}`);
  const requestHash = createHash('sha256').update(`${method} ${url}\n`).update(bytes).digest();
  return { accountId, userId, keyHash, requestHash };
}

/** The answers to requests with an `Idempotency-Key` (D-230). */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /** Takes the key until the transaction ends, unless it is not free. */
  claim({ userId, keyHash }: KeyedRequest): FirstStatement {
    const values = [userId, keyHash, keyHash.readBigInt64BE(), this.cutoff(), this.windowStart()];
    return { statement: CLAIM_KEY, values, rule: KEY_TAKEN };
  }

  /**
   * The answer that is kept under a key that is not free.
   * @throws KeyReused, KeyUnderWay
   */
  async earlier(reader: Reader, { userId, keyHash, requestHash }: KeyedRequest): Promise<HeldAnswer> {
    const kept = await reader.repository(KeptAnswerEntity).findOneBy({ userId, keyHash });
    if (!kept || kept.created <= this.cutoff()) throw new KeyUnderWay();
    if (!kept.requestHash.equals(requestHash)) throw new KeyReused();
    return this.opened(kept.answer, context(userId, keyHash));
  }

  /** Keeps the answer; it is there when the transaction is committed. */
  keep(batch: Batch, keyed: KeyedRequest, answer: HeldAnswer): void {
    const { accountId, userId, keyHash, requestHash } = keyed;
    const sealed = this.sealed(answer, context(userId, keyHash));
    batch.send(KEEP_ANSWER, [
      userId,
      keyHash,
      requestHash,
      sealed,
      this.clock.now(),
      this.cutoff(),
      accountId,
    ]);
    if (Math.random() * COUNTED_ONE_IN >= 1) return;
    const kib = Math.ceil(sealed.length / 1024) * COUNTED_ONE_IN;
    batch.send(COUNT_KEPT, [userId, this.windowStart(), kib, accountId]);
  }

  /** Deletes what is kept no longer. @returns how many, at most `limit` */
  tidy(tx: Tx, limit: number): Promise<number> {
    return tx.run(TIDY_ANSWERS, [this.cutoff(), limit]);
  }

  /** Deletes the counts of windows that are over. @returns how many, at most `limit` */
  tidyCounts(tx: Tx, limit: number): Promise<number> {
    return tx.run(TIDY_COUNTS, [this.cutoff(), limit]);
  }

  private windowStart(): Date {
    const now = this.clock.milliseconds();
    return new Date(now - (now % (KEPT_SECONDS * 1000)));
  }

  private cutoff(): Date {
    return this.clock.in(-KEPT_SECONDS);
  }

  private sealed({ status, body, headers }: HeldAnswer, context: string): Buffer {
    const text = Buffer.isBuffer(body) ? body.toString() : body && JSON.stringify(body);
    return this.encryption.encrypt(JSON.stringify({ status, text, headers }), context);
  }

  private opened(sealed: Buffer, context: string): HeldAnswer {
    const { status, text, headers } = JSON.parse(this.encryption.decrypt(sealed, context)) as Pick<
      HeldAnswer,
      'status' | 'headers'
    > & { text?: string };
    return { status, headers, body: text && Buffer.from(text) };
  }
}

function context(userId: number, keyHash: Buffer): string {
  return `kept_answers:${userId}:${keyHash.toString('hex')}`;
}
