import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { UserRow } from './user.resource.js';
import { USERS, VIEW_USER } from './account-users.sql.js';

@Injectable()
export class AccountUsersRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<UserRow>> {
    return USERS.page(this.database, request, [key]);
  }

  find(tx: Tx, key: CallerKey, username: string): Promise<UserRow | undefined> {
    return tx.row(VIEW_USER, [key, username]);
  }
}
