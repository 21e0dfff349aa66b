import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';

/** The part of a grant that the OAuth library reads. */
export interface GrantRow {
  readonly payload: Record<string, unknown>;
}

/** What users allow clients to do, one row per consent. */
@Injectable()
export class OAuthGrantsRepository {
  async save(
    tx: Tx,
    id: string,
    userId: number,
    clientId: string,
    payload: object,
    now: Date,
  ): Promise<void> {
    await tx.run(SAVE, [id, userId, clientId, JSON.stringify(payload), now]);
  }

  async find(reader: Reader, id: string): Promise<GrantRow | undefined> {
    return reader.row(FIND, [id]);
  }

  /** Deletes the grant and all that it issued. Deletes its app too when nothing else keeps the app alive (D-89). */
  async revoke(tx: Tx, id: string): Promise<void> {
    const revoked = await tx.row(REVOKE, [id]);
    if (revoked?.authorized_app_id != null) await tx.run(SETTLE_APP, [revoked.authorized_app_id]);
  }

  /** Deletes grants that have no token and can issue none. @returns how many were deleted, at most `limit` */
  async tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [before, limit]);
  }
}

const SAVE = command(
  'signin.grants.save',
  `INSERT INTO oauth_grants (id, user_id, client_id, payload, created) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (id) DO UPDATE SET payload = excluded.payload`,
);

const FIND = query<GrantRow>('signin.grants.find', 'SELECT payload FROM oauth_grants WHERE id = $1');

const REVOKE = command<{ authorized_app_id: number | null }>(
  'signin.grants.revoke',
  'DELETE FROM oauth_grants WHERE id = $1 RETURNING authorized_app_id',
);

const SETTLE_APP = command(
  'signin.grants.settle_app',
  `WITH refresh AS (
     SELECT max(payload.expiry) AS expiry
       FROM oauth_grants JOIN oauth_payloads AS payload ON payload.grant_id = oauth_grants.id
      WHERE oauth_grants.authorized_app_id = $1 AND payload.kind = 'RefreshToken' AND payload.consumed IS NULL
   ), kept AS (
     UPDATE authorized_apps SET refresh_expiry = refresh.expiry FROM refresh
      WHERE id = $1 AND (refresh.expiry IS NOT NULL OR EXISTS (SELECT FROM tokens WHERE authorized_app_id = $1))
   )
   DELETE FROM authorized_apps USING refresh
    WHERE id = $1 AND refresh.expiry IS NULL AND NOT EXISTS (SELECT FROM tokens WHERE authorized_app_id = $1)`,
);

const TIDY = command(
  'signin.grants.tidy',
  `DELETE FROM oauth_grants WHERE id IN (
     SELECT id FROM oauth_grants AS spent
      WHERE created < $1
        AND NOT EXISTS (SELECT FROM oauth_payloads WHERE grant_id = spent.id)
        AND NOT EXISTS (SELECT FROM tokens WHERE oauth_grant_id = spent.id)
      LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
