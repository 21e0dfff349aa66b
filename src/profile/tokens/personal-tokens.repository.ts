import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { DELETE, FIND, SET_LABEL, TIDY, TOKENS, type TokenRow } from './tokens.sql.js';

@Injectable()
export class PersonalTokensRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<TokenRow>> {
    return TOKENS.page(this.database, request, [key, now]);
  }

  /** Of the user that the key belongs to. */
  find(reader: Reader, key: CallerKey, id: number, now: Date): Promise<TokenRow | undefined> {
    return reader.row(FIND, [key, now, id]);
  }

  /** @param label undefined leaves it. */
  setLabel(tx: Tx, userId: number, id: number, now: Date, label?: string): Promise<TokenRow | undefined> {
    return tx.row(SET_LABEL, [userId, now, id, label]);
  }

  /** @returns the token as it was. */
  delete(tx: Tx, userId: number, id: number, now: Date): Promise<TokenRow | undefined> {
    return tx.row(DELETE, [userId, now, id]);
  }

  /** Removes expired personal tokens; they are refused by time already. @returns how many, at most `limit`. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
