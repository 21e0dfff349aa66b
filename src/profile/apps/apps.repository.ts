import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { APPS, DELETE, FIND, TIDY, type AppRow } from './apps.sql.js';

@Injectable()
export class AppsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, now: Date): Promise<Page<AppRow>> {
    return APPS.page(this.database, request, [key, now]);
  }

  find(key: CallerKey, id: number, now: Date): Promise<AppRow | undefined> {
    return this.database.row(FIND, [key, now, id]);
  }

  /** Also deletes the app's tokens (by foreign key). @returns false when the user has no such live app. */
  async delete(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
    return (await tx.run(DELETE, [userId, now, id])) > 0;
  }

  /** Deletes at most `limit` apps whose tokens have all expired. @returns how many. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}
