import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Or } from 'typeorm';
import type { Caller } from '../caller.js';
import { TokenEntity } from '../token.entity.js';
import { OAuthClientsRepository } from '../oauth-clients/oauth-clients.repository.js';
import { LOCK_USER } from '../owners.sql.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { changeRow, type Changed } from '../../database/repositories.js';

@Injectable()
export class PersonalTokensRepository {
  constructor(
    private readonly database: Database,
    private readonly clients: OAuthClientsRepository,
  ) {}

  /** The user's live personal tokens, the newest first. */
  ofUser(userId: number, now: Date): Promise<TokenEntity[]> {
    const where = { userId, kind: 'personal', ...liveAt(now) } as const;
    return this.database.repository(TokenEntity).find({ where, order: { id: 'DESC' } });
  }

  /** The user's live personal token. */
  find(userId: number, id: number, now: Date): Promise<TokenEntity | null> {
    return this.database.repository(TokenEntity).findOneBy(livePersonal(userId, id, now));
  }

  /** Reads the user's live personal token and locks the row until the transaction ends. */
  lock(tx: Tx, userId: number, id: number, now: Date): Promise<TokenEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(TokenEntity).findOne({ where: livePersonal(userId, id, now), lock });
  }

  /**
   * Reads the acting token, and locks its user and its client. A transaction that ends the client's
   * access waits for the lock, or has already ended the token (D-208).
   * @returns null when the acting token has ended
   */
  async lockActing(tx: Tx, { userId, clientId, tokenId }: Caller, now: Date): Promise<TokenEntity | null> {
    tx.send(LOCK_USER, [userId]);
    if (clientId !== null) await this.clients.hold(tx, clientId);
    return tx.repository(TokenEntity).findOneBy({ id: tokenId, userId, ...liveAt(now) });
  }

  /**
   * The tokens that count against the user's quota (D-210). Exact only while the user is locked.
   */
  count(tx: Tx, userId: number, now: Date): Promise<number> {
    return tx.repository(TokenEntity).countBy({ userId, kind: 'personal', ...liveAt(now) });
  }

  setLabel(tx: Tx, token: TokenEntity, label: string | undefined): Promise<Changed<TokenEntity>> {
    const { userId, id } = token;
    return changeRow(tx.repository(TokenEntity), { userId, id }, token, { label });
  }

  /** @returns the deleted token; null when the user has no such live token */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<TokenEntity | null> {
    const token = await this.lock(tx, userId, id, now);
    if (token) await tx.repository(TokenEntity).delete({ userId, id });
    return token;
  }
}

function livePersonal(userId: number, id: number, now: Date) {
  return { userId, id, kind: 'personal' as const, ...liveAt(now) };
}

/** The condition under which a token has not ended (D-40, D-237). */
export function liveAt(now: Date) {
  const notBefore = Or(IsNull(), MoreThan(now));
  return { expiry: notBefore, unusedUntil: notBefore };
}
