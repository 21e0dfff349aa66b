import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { query } from '../../database/statement.js';
import type { AccountRow } from './account.view.js';

const VIEW = query<AccountRow>(
  'account.view',
  `WITH ${CALLER} SELECT a.company, a.email, a.euuid, a.active_since AS "activeSince"
   FROM caller JOIN accounts a ON a.id = caller.account_id`,
);

@Injectable()
export class AccountRepository {
  constructor(private readonly database: Database) {}

  async find(key: CallerKey): Promise<AccountRow> {
    return (await this.database.row(VIEW, [key]))!;
  }
}
