import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { APP_COLUMNS, APPS, APPS_FROM, IS_LIVE, type AppRow } from './apps.collection.js';

@Injectable()
export class AppsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<AppRow>> {
    return APPS.page(this.database, request, [key, now]);
  }

  find(key: CallerKey, id: number, now: Date): Promise<AppRow | undefined> {
    return this.database.row(FIND, [key, now, id]);
  }

  /** Whatever the app was given goes with it. @returns whether it was there and held anything. */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
    return (await tx.run(DELETE, [userId, now, id])) > 0;
  }

  /** Removes authorizations under which nothing is live any more. @returns how many, at most `limit`. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}

const FIND = query<AppRow>(
  'profile.apps.find',
  `WITH ${CALLER} SELECT ${APP_COLUMNS} FROM ${APPS_FROM} WHERE app.id = $3 AND ${IS_LIVE}`,
);

const HOLDS_NOTHING = (now: string) => `coalesce(app.refresh_expiry <= ${now}, true) AND NOT EXISTS (
  SELECT FROM tokens t WHERE t.authorized_app_id = app.id AND (t.expiry IS NULL OR t.expiry > ${now}))`;

const DELETE = command(
  'profile.apps.delete',
  `DELETE FROM authorized_apps app WHERE app.user_id = $1 AND app.id = $3 AND NOT (${HOLDS_NOTHING('$2')})`,
);

const TIDY = command(
  'profile.apps.tidy',
  `DELETE FROM authorized_apps WHERE id IN (
     SELECT app.id FROM authorized_apps app WHERE ${HOLDS_NOTHING('$1')} ORDER BY app.id LIMIT $2
        FOR UPDATE SKIP LOCKED)`,
);
