import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import type { TokenValue } from './token-value.js';

/** A token to create. */
export interface NewToken {
  readonly userId: number;
  readonly kind: 'personal' | 'oauth';
  readonly clientId: string | null;
  readonly label: string;
  readonly scopes: string;
  readonly created: Date;
  readonly expiry: Date | null;
}

const INSERT = command<{ id: number }>(
  'auth.tokens.insert',
  `INSERT INTO tokens (user_id, kind, client_id, label, scopes, token_hash, token_prefix, created, expiry)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
);

/** Stores tokens, personal and OAuth. */
@Injectable()
export class TokensRepository {
  /** @returns the token's id. */
  async insert(tx: Tx, token: NewToken, value: TokenValue): Promise<number> {
    const { userId, kind, clientId, label, scopes, created, expiry } = token;
    const prefix = kind === 'personal' ? value.prefix : null;
    const values = [userId, kind, clientId, label, scopes, value.hash, prefix, created, expiry];
    return (await tx.row(INSERT, values))!.id;
  }
}
