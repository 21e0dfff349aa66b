import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import { ACCOUNT } from './account.resource.js';
import { VIEW_ACCOUNT } from './account.sql.js';

@Injectable()
export class AccountService {
  constructor(private readonly database: Database) {}

  async view(key: CallerKey) {
    return ACCOUNT.shown((await this.database.row(VIEW_ACCOUNT, [key]))!);
  }
}
