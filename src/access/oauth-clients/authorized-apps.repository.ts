import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Or } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { TokenEntity } from '../token.entity.js';
import { AuthorizedAppEntity } from './authorized-app.entity.js';
import { APPS_OF_USER, AUTHORIZE, DELETE_ENDED, LOCK_APP_OF_USER } from './authorized-apps.sql.js';

type Authorization = Omit<AuthorizedAppEntity, 'id' | 'refreshExpiry' | 'lastUsed'>;

/** The applications that users have authorized: one row per user and client (D-89). */
@Injectable()
export class AuthorizedAppsRepository {
  constructor(private readonly database: Database) {}

  /** The user's live apps, newest first. */
  ofUser(userId: number, now: Date) {
    return this.database.rows(APPS_OF_USER, [userId, now]);
  }

  /**
   * Creates the user's app for a new token of the client, or gives the live app the token's scopes.
   * An app without a live token has ended, and a new app replaces it.
   * @returns the app's id
   */
  async authorize(tx: Tx, app: Authorization): Promise<number> {
    const { accountId, userId, clientId, scopes, created } = app;
    tx.send(LOCK_APP_OF_USER, [userId, clientId]);
    await tx.run(DELETE_ENDED, [userId, clientId, created]);
    return (await tx.row(AUTHORIZE, [accountId, userId, clientId, scopes, created]))!.id;
  }

  /** @returns null when the user has no such live app */
  async findLive(tx: Tx, userId: number, id: number, now: Date): Promise<AuthorizedAppEntity | null> {
    const app = await tx.repository(AuthorizedAppEntity).findOneBy({ userId, id });
    return app && (await this.isLive(tx, app, now)) ? app : null;
  }

  /** Also deletes the app's tokens (by foreign key). */
  async delete(tx: Tx, { userId, id }: AuthorizedAppEntity): Promise<void> {
    await tx.repository(AuthorizedAppEntity).delete({ userId, id });
  }

  /** Whether the app has a live access token or refresh token (D-89). */
  private async isLive(tx: Tx, { id, refreshExpiry }: AuthorizedAppEntity, now: Date): Promise<boolean> {
    if (refreshExpiry && refreshExpiry > now) return true;
    const expiry = Or(IsNull(), MoreThan(now));
    return tx.repository(TokenEntity).existsBy({ authorizedAppId: id, expiry });
  }
}
