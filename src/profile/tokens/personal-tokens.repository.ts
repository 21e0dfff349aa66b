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

  /** The live personal token with this id, if it belongs to the caller. */
  find(reader: Reader, key: CallerKey, id: number, now: Date): Promise<TokenRow | undefined> {
    return reader.row(FIND, [key, now, id]);
  }

  /** @param label undefined keeps the old one. */
  setLabel(tx: Tx, userId: number, id: number, now: Date, label?: string): Promise<TokenRow | undefined> {
    return tx.row(SET_LABEL, [userId, now, id, label]);
  }

  /** @returns the deleted token. */
  delete(tx: Tx, userId: number, id: number, now: Date): Promise<TokenRow | undefined> {
    return tx.row(DELETE, [userId, now, id]);
  }

  /** Deletes at most `limit` expired personal tokens, which no longer work. @returns how many. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
