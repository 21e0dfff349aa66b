import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { LIVE_PERSONAL, TOKEN_COLUMNS, TOKENS, type TokenRow } from './tokens.collection.js';

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

const FIND = query<TokenRow>(
  'profile.tokens.find',
  `WITH ${CALLER}
   SELECT ${TOKEN_COLUMNS} FROM tokens p, caller WHERE p.user_id = caller.user_id AND p.id = $3 AND ${LIVE_PERSONAL}`,
);

const SET_LABEL = command<TokenRow>(
  'profile.tokens.setLabel',
  `UPDATE tokens p SET label = coalesce($4, p.label) WHERE p.user_id = $1 AND p.id = $3 AND ${LIVE_PERSONAL}
   RETURNING ${TOKEN_COLUMNS}`,
);

const DELETE = command<TokenRow>(
  'profile.tokens.delete',
  `DELETE FROM tokens p WHERE p.user_id = $1 AND p.id = $3 AND ${LIVE_PERSONAL} RETURNING ${TOKEN_COLUMNS}`,
);

const TIDY = command(
  'profile.tokens.tidy',
  `DELETE FROM tokens WHERE id IN (
     SELECT id FROM tokens WHERE kind = 'personal' AND expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
