import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { OAuthGrantEntity } from './oauth-grant.entity.js';

type NewGrant = Omit<OAuthGrantEntity, 'accountId' | 'authorizedAppId'>;

/** TypeORM can't insert from a SELECT. */
const SAVE = command(
  'auth.grants.save',
  `INSERT INTO oauth_grants (id, account_id, user_id, client_id, payload, created)
   SELECT $1, account_id, id, $3, $4, $5 FROM users WHERE id = $2
   ON CONFLICT (id) DO UPDATE SET user_id = EXCLUDED.user_id, client_id = EXCLUDED.client_id,
     payload = EXCLUDED.payload, created = EXCLUDED.created`,
);

/** TypeORM has no common table expressions that change data: one statement keeps or deletes the app. */
const SETTLE_APP = command(
  'auth.grants.settleApp',
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

/** TypeORM can't say SKIP LOCKED in a DELETE. */
const TIDY = command(
  'auth.grants.tidy',
  `DELETE FROM oauth_grants WHERE id IN (
     SELECT id FROM oauth_grants AS spent
      WHERE created < $1
        AND NOT EXISTS (SELECT FROM oauth_payloads WHERE grant_id = spent.id)
        AND NOT EXISTS (SELECT FROM tokens WHERE oauth_grant_id = spent.id)
      LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** What users allow clients to do, one row per consent. */
@Injectable()
export class OAuthGrantsRepository {
  /** Stores nothing when the user no longer exists. */
  async save(tx: Tx, { id, userId, clientId, payload, created }: NewGrant): Promise<void> {
    await tx.run(SAVE, [id, userId, clientId, JSON.stringify(payload), created]);
  }

  find(reader: Reader, id: string): Promise<OAuthGrantEntity | null> {
    return reader.repository(OAuthGrantEntity).findOneBy({ id });
  }

  /**
   * Deletes the grant and all that it issued. Deletes its app too when nothing else keeps the app
   * alive (D-89).
   * @returns the grant, or null when it was gone already
   */
  async revoke(tx: Tx, id: string): Promise<OAuthGrantEntity | null> {
    const grants = tx.repository(OAuthGrantEntity);
    const grant = await grants.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!grant) return null;
    await grants.delete({ id });
    if (grant.authorizedAppId !== null) await tx.run(SETTLE_APP, [grant.authorizedAppId]);
    return grant;
  }

  /**
   * Deletes grants that have no token and can issue none.
   * @returns how many were deleted, at most `limit`
   */
  async tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [before, limit]);
  }
}
