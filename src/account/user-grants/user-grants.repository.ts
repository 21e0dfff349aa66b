import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { query } from '../../database/statement.js';

/** The user whose grants the request names. */
export interface GrantsUser {
  readonly id: number;
  readonly restricted: boolean;
}

const FIND_USER = query<GrantsUser>(
  'account.userGrants.findUser',
  `WITH ${CALLER} SELECT u.id, u.restricted
   FROM caller JOIN users u ON u.account_id = caller.account_id WHERE lower(u.username) = lower($2)`,
);

@Injectable()
export class UserGrantsRepository {
  constructor(private readonly database: Database) {}

  findUser(key: CallerKey, username: string): Promise<GrantsUser | undefined> {
    return this.database.row(FIND_USER, [key, username]);
  }
}
