import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { LOGIN_COLUMNS, LOGINS, type LoginRow } from './logins.collection.js';

@Injectable()
export class LoginsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest, since: Date): Promise<Page<LoginRow>> {
    return LOGINS.page(this.database.history, request, [key, since]);
  }

  /** Successful or failed (D-88). */
  find(key: CallerKey, id: number, since: Date): Promise<LoginRow | undefined> {
    return this.database.row(FIND, [key, since, id]);
  }

  /** Removes what the history no longer reaches. @returns how many, at most `limit`. */
  tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [before, limit]);
  }
}

const FIND = query<LoginRow>(
  'profile.logins.find',
  `WITH ${CALLER}
   SELECT ${LOGIN_COLUMNS} FROM logins l, caller
    WHERE l.user_id = caller.user_id AND l.id = $3 AND l.datetime > $2`,
);

const TIDY = command(
  'profile.logins.tidy',
  `DELETE FROM logins WHERE id IN (
     SELECT id FROM logins WHERE datetime <= $1 ORDER BY datetime LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);
