import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Or } from 'typeorm';
import type { CallerKey } from '../../access/caller.js';
import { TokenEntity } from '../../access/credentials/token.entity.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { APPS, TIDY_APPS, type AppRow } from './apps.sql.js';
import { AuthorizedAppEntity } from '../../access/oauth-clients/authorized-app.entity.js';

@Injectable()
export class AppsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<AppRow>> {
    return APPS.page(this.database, request, [key, now]);
  }

  /**
   * Also deletes the app's tokens (by foreign key).
   * @returns the app; null when the user has no such live app
   */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<AuthorizedAppEntity | null> {
    const apps = tx.repository(AuthorizedAppEntity);
    const app = await apps.findOne({ where: { userId, id }, lock: { mode: 'pessimistic_write' } });
    if (!app || !(await this.isLive(tx, app, now))) return null;
    await apps.delete({ userId, id });
    return app;
  }

  /** Deletes at most `limit` apps whose tokens have all expired. @returns how many. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY_APPS, [now, limit]);
  }

  /** Whether the app has a live access token or refresh token (D-89). */
  private async isLive(tx: Tx, { id, refreshExpiry }: AuthorizedAppEntity, now: Date): Promise<boolean> {
    if (refreshExpiry && refreshExpiry > now) return true;
    const expiry = Or(IsNull(), MoreThan(now));
    return tx.repository(TokenEntity).existsBy({ authorizedAppId: id, expiry });
  }
}
