import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import type { AuthorizedAppEntity } from './authorized-app.entity.js';

type Authorization = Omit<AuthorizedAppEntity, 'id' | 'refreshExpiry'>;

/** TypeORM can't say NOT EXISTS in a DELETE. */
const DELETE_ENDED = command(
  'access.authorizedApps.deleteEnded',
  `DELETE FROM authorized_apps AS app
    WHERE user_id = $1 AND client_id = $2 AND coalesce(refresh_expiry <= $3, true)
      AND NOT EXISTS (SELECT FROM tokens WHERE authorized_app_id = app.id AND (expiry IS NULL OR expiry > $3))`,
);

/** TypeORM doesn't return the id of a row that an upsert updates. */
const AUTHORIZE = command<{ id: number }>(
  'access.authorizedApps.authorize',
  `INSERT INTO authorized_apps (account_id, user_id, client_id, scopes, created) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes RETURNING id`,
);

/** The applications that users have authorized: one row per user and client (D-89). */
@Injectable()
export class AuthorizedAppsRepository {
  /**
   * Makes the user's app for a new token of the client, or gives the live one the token's scopes. An app without a live token
   * has ended: the new one has its own id and time.
   * @returns the app's id
   */
  async authorize(tx: Tx, app: Authorization): Promise<number> {
    const { accountId, userId, clientId, scopes, created } = app;
    await tx.run(DELETE_ENDED, [userId, clientId, created]);
    return (await tx.row(AUTHORIZE, [accountId, userId, clientId, scopes, created]))!.id;
  }
}
