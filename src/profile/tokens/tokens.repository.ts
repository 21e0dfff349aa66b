import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../shared/database/database.js';
import type { Tx } from '../../shared/database/reader.js';
import { command, query } from '../../shared/database/statement.js';
import type { Page } from '../../shared/lists/list.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { LIVE_PERSONAL, TOKEN_COLUMNS, TOKENS, type TokenRow } from './tokens.list.js';

/** What a new personal token is stored as. */
export interface NewToken {
  readonly userId: number;
  readonly clientId: string | null;
  readonly label: string;
  readonly scopes: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly created: Date;
  readonly expiry: Date | undefined;
}

@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<TokenRow>> {
    return TOKENS.page(this.database, request, [key, now]);
  }

  find(key: CallerKey, id: number, now: Date): Promise<TokenRow | undefined> {
    return this.database.row(FIND, [key, now, id]);
  }

  async insert(tx: Tx, token: NewToken): Promise<TokenRow> {
    const { userId, clientId, label, scopes, hash, prefix, created, expiry } = token;
    return (await tx.row(INSERT, [userId, clientId, label, scopes, hash, prefix, created, expiry]))!;
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

const INSERT = command<TokenRow>(
  'profile.tokens.insert',
  `INSERT INTO tokens AS p (kind, user_id, client_id, label, scopes, token_hash, token_prefix, created, expiry)
   VALUES ('personal', $1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${TOKEN_COLUMNS}`,
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
