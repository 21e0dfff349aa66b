import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Or } from 'typeorm';
import type { CallerKey } from '../../auth/caller.js';
import { TokenEntity } from '../../auth/credentials/token.entity.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { FIND, TIDY, TOKENS, type TokenRow } from './tokens.sql.js';

@Injectable()
export class PersonalTokensRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<TokenRow>> {
    return TOKENS.page(this.database, request, [key, now]);
  }

  /** The live personal token with this id, if it belongs to the caller. */
  find(reader: Reader, key: CallerKey, id: number, now: Date): Promise<TokenRow | undefined> {
    return reader.row(FIND, [key, now, id]);
  }

  /** Reads the user's live personal token and locks the row until the transaction ends. */
  lock(tx: Tx, userId: number, id: number, now: Date): Promise<TokenEntity | null> {
    return tx.repository(TokenEntity).findOne({
      where: { userId, id, kind: 'personal', expiry: Or(IsNull(), MoreThan(now)) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async setLabel(tx: Tx, { userId, id }: TokenEntity, label: string): Promise<void> {
    await tx.repository(TokenEntity).update({ userId, id }, { label });
  }

  async delete(tx: Tx, { userId, id }: TokenEntity): Promise<void> {
    await tx.repository(TokenEntity).delete({ userId, id });
  }

  /** Deletes at most `limit` expired personal tokens, which no longer work. @returns how many. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
