import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { LoginRow } from './login.resource.js';
import { LOGINS, TIDY_LOGIN_COUNTS } from './logins.sql.js';

@Injectable()
export class LoginsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, since: Date): Promise<Page<LoginRow>> {
    return LOGINS.page(this.database.history, request, [key, since]);
  }

  /**
   * Deletes at most `limit` counts of hours whose logins are deleted.
   * @returns how many
   */
  tidyCounts(tx: Tx, limit: number): Promise<number> {
    return tx.run(TIDY_LOGIN_COUNTS, [limit]);
  }
}
