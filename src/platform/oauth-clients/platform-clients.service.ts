import { Injectable } from '@nestjs/common';
import { clientReference } from '../../access/oauth-clients/oauth-client.events.js';
import { OAuthClientsService } from '../../access/oauth-clients/oauth-clients.service.js';
import type { Origin } from '../../access/origin.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import { invalid } from '../../shared/errors/errors.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { PlatformClientRequest } from './client.request.js';
import { platformClientView } from './client.view.js';

/** OAuth clients that the platform creates for an account (platform-api.md). */
@Injectable()
export class PlatformClientsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly clients: OAuthClientsService,
    private readonly database: Database,
    private readonly events: EventsService,
  ) {}

  /** @throws Invalid for an unknown account, or a redirect address that D-145 refuses */
  create(origin: Origin, request: PlatformClientRequest) {
    const { account_id: accountId } = request;
    return this.database.transaction(async (tx) => {
      if (!(await this.accounts.lock(tx, accountId))) throw invalid('account_id', 'value_not_valid');
      const { client, secret } = await this.clients.create(tx, accountId, request);
      const event = { action: 'oauth_client_create', entity: clientReference(client) } as const;
      this.events.record(tx, { ...origin, accountId }, event);
      return platformClientView(client, secret);
    });
  }
}
