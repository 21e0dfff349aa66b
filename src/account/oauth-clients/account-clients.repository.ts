import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import type { ClientRow } from '../../access/oauth-clients/oauth-client.resource.js';
import { Database } from '../../database/database.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { OAUTH_CLIENTS } from './account-clients.sql.js';

@Injectable()
export class AccountClientsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<ClientRow>> {
    return OAUTH_CLIENTS.page(this.database, request, [key]);
  }
}
