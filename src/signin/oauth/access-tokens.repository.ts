import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { sha256 } from '../../shared/secrets/sha256.js';

export interface IssuedAccessToken {
  readonly value: string;
  readonly grantId: string;
  readonly scopes: string;
  readonly created: Date;
  readonly expiry: Date;
}

export interface AccessTokenRow {
  readonly user_id: number;
  readonly client_id: string;
  readonly oauth_grant_id: string | null;
  readonly scopes: string;
  readonly expiry_seconds: number;
}

/** Access tokens: the rows of `tokens` that an OAuth grant issued. */
@Injectable()
export class AccessTokensRepository {
  /** @returns false, and stores nothing, when the grant no longer exists. */
  async issue(tx: Tx, token: IssuedAccessToken): Promise<boolean> {
    const { value, grantId, scopes, created, expiry } = token;
    const issued = await tx.row(ISSUE, [sha256(value), grantId, scopes, created, expiry]);
    if (!issued) return false;
    await tx.run(JOIN_APP, [grantId, issued.authorized_app_id]);
    return true;
  }

  async find(reader: Reader, value: string, now: Date): Promise<AccessTokenRow | undefined> {
    return reader.row(FIND, [sha256(value), now]);
  }

  async destroy(tx: Tx, value: string): Promise<void> {
    await tx.run(DESTROY, [sha256(value)]);
  }

  /** The access token ends when its refresh token is used (D-167). */
  async destroyOfGrant(tx: Tx, grantId: string): Promise<void> {
    await tx.run(DESTROY_OF_GRANT, [grantId]);
  }
}

const ISSUE = command<{ authorized_app_id: number }>(
  'signin.access_tokens.issue',
  `WITH grant_held AS (SELECT id, user_id, client_id FROM oauth_grants WHERE id = $2 FOR KEY SHARE)
   INSERT INTO tokens (user_id, kind, client_id, oauth_grant_id, label, scopes, token_hash, created, expiry)
   SELECT user_id, 'oauth', client_id, grant_held.id, oauth_clients.label, $3, $1, $4, $5
     FROM grant_held JOIN oauth_clients ON oauth_clients.id = client_id
   RETURNING authorized_app_id`,
);

const JOIN_APP = command(
  'signin.access_tokens.join_app',
  'UPDATE oauth_grants SET authorized_app_id = $2 WHERE id = $1 AND authorized_app_id IS DISTINCT FROM $2',
);

const FIND = query<AccessTokenRow>(
  'signin.access_tokens.find',
  `SELECT user_id, client_id, oauth_grant_id, scopes, extract(epoch FROM expiry)::bigint AS expiry_seconds
     FROM tokens WHERE token_hash = $1 AND kind = 'oauth' AND (expiry IS NULL OR expiry > $2)`,
);

const DESTROY = command(
  'signin.access_tokens.destroy',
  `DELETE FROM tokens WHERE token_hash = $1 AND kind = 'oauth'`,
);

const DESTROY_OF_GRANT = command(
  'signin.access_tokens.destroy_of_grant',
  'DELETE FROM tokens WHERE oauth_grant_id = $1',
);
