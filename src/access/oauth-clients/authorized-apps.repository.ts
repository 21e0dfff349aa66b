import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Or } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { TokenEntity } from '../token.entity.js';
import { AuthorizedAppEntity } from './authorized-app.entity.js';
import {
  APPS_OF_USER,
  AUTHORIZE,
  DELETE_ENDED,
  END_CONSENTS,
  LOCK_APP_OF_USER,
} from './authorized-apps.sql.js';

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

  /**
   * Also deletes the app's tokens (by foreign key) and codes (D-208). Ends the consents before it
   * locks the app, as the exchange of a code does.
   * @returns the app; null when the user has no such live app
   */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<AuthorizedAppEntity | null> {
    const apps = tx.repository(AuthorizedAppEntity);
    const app = await apps.findOneBy({ userId, id });
    if (!app || !(await this.isLive(tx, app, now))) return null;
    await tx.run(END_CONSENTS, [userId, app.clientId]);
    await apps.delete({ userId, id });
    return app;
  }

  /** Whether the app has a live access token or refresh token (D-89). */
  private async isLive(tx: Tx, { id, refreshExpiry }: AuthorizedAppEntity, now: Date): Promise<boolean> {
    if (refreshExpiry && refreshExpiry > now) return true;
    const expiry = Or(IsNull(), MoreThan(now));
    return tx.repository(TokenEntity).existsBy({ authorizedAppId: id, expiry });
  }
}
