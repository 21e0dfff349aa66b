import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { TokenEntity } from '../../access/credentials/token.entity.js';
import type { Reader, Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { OAuthGrantEntity } from './oauth-grant.entity.js';

/** TypeORM can't insert from a SELECT. The lock on the grant keeps the grant until the token exists. */
const ISSUE = command<{ authorizedAppId: number }>(
  'auth.access_tokens.issue',
  `WITH grant_held AS (SELECT id, user_id, client_id FROM oauth_grants WHERE id = $2 FOR KEY SHARE)
   INSERT INTO tokens (user_id, kind, client_id, oauth_grant_id, label, scopes, token_hash, created, expiry)
   SELECT user_id, 'oauth', client_id, grant_held.id, oauth_clients.label, $3, $1, $4, $5
     FROM grant_held JOIN oauth_clients ON oauth_clients.id = client_id
   RETURNING authorized_app_id AS "authorizedAppId"`,
);

export interface IssuedAccessToken {
  readonly value: string;
  readonly grantId: string;
  readonly scopes: string;
  readonly created: Date;
  readonly expiry: Date;
}

/** Access tokens: the rows of `tokens` that an OAuth grant issued. */
@Injectable()
export class AccessTokensRepository {
  /** @returns false, and stores nothing, when the grant no longer exists. */
  async issue(tx: Tx, token: IssuedAccessToken): Promise<boolean> {
    const { value, grantId, scopes, created, expiry } = token;
    const issued = await tx.row(ISSUE, [sha256(value), grantId, scopes, created, expiry]);
    if (!issued) return false;
    // A grant keeps the app of its first token.
    const firstToken = { id: grantId, authorizedAppId: IsNull() };
    await tx.repository(OAuthGrantEntity).update(firstToken, { authorizedAppId: issued.authorizedAppId });
    return true;
  }

  find(reader: Reader, value: string, now: Date): Promise<TokenEntity | null> {
    const token = { tokenHash: sha256(value), kind: 'oauth' as const };
    const where = [
      { ...token, expiry: IsNull() },
      { ...token, expiry: MoreThan(now) },
    ];
    return reader.repository(TokenEntity).findOneBy(where);
  }

  async destroy(tx: Tx, value: string): Promise<void> {
    await tx.repository(TokenEntity).delete({ tokenHash: sha256(value), kind: 'oauth' });
  }

  /** The access token ends when its refresh token is used (D-167). */
  async destroyOfGrant(tx: Tx, grantId: string): Promise<void> {
    await tx.repository(TokenEntity).delete({ oauthGrantId: grantId });
  }
}
