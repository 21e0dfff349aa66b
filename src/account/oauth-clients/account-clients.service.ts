import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { ApplicationTokensRepository } from '../../access/credentials/application-tokens.repository.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { SecretValue } from '../../shared/secrets/secret-value.js';
import type { OAuthClientEntity } from '../../access/oauth-clients/oauth-client.entity.js';
import { OAUTH_CLIENT, shownClient } from '../../access/oauth-clients/oauth-client.resource.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import {
  requireAllowedRedirect,
  OAuthClientsService,
} from '../../access/oauth-clients/oauth-clients.service.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import { withObject } from '../../shared/http/response/object-headers.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { clientReference } from '../../access/oauth-clients/oauth-client.events.js';
import { OAUTH_CLIENTS } from './account-clients.sql.js';
import type { CreateClientRequest } from './create-client.request.js';
import type { UpdateClientRequest } from './update-client.request.js';

/** The account's OAuth clients, for its admin (D-145). */
@Injectable()
export class AccountClientsService {
  constructor(
    private readonly clients: OAuthClientsRepository,
    private readonly newClients: OAuthClientsService,
    private readonly madeTokens: ApplicationTokensRepository,
    private readonly database: Database,
    private readonly events: EventsService,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await OAUTH_CLIENTS.page(this.database, request, [key]), OAUTH_CLIENT.shown);
  }

  /** @throws Invalid at the quota (D-210), or for a redirect address that D-145 refuses */
  async create(caller: Caller, request: CreateClientRequest) {
    return this.database.transaction(async (tx) => {
      await this.newClients.requireRoom(tx, caller.accountId);
      const { client, secret } = await this.newClients.create(tx, caller.accountId, request);
      this.events.record(tx, caller, { action: 'oauth_client_create', entity: clientReference(client) });
      return withObject(shownClient(client, secret), shownClient(client));
    });
  }

  /** @throws NotFound without such a client; Invalid for a redirect address that D-145 refuses */
  async update(caller: Caller, id: string, request: UpdateClientRequest) {
    const { redirect_uri: redirectUri } = request;
    return this.database.transaction(async (tx) => {
      const before = await this.lock(tx, caller, id);
      if (redirectUri !== undefined) requireAllowedRedirect(redirectUri, before.public);
      const { row: client, isChanged } = await this.clients.update(tx, before, request);
      const event = { action: 'oauth_client_update', entity: clientReference(client) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return shownClient(client);
    });
  }

  /**
   * Also ends the client's tokens.
   * @throws NotFound without such a client
   */
  async delete(caller: Caller, id: string) {
    await this.database.transaction(async (tx) => {
      const client = await this.lock(tx, caller, id);
      this.events.record(tx, caller, { action: 'oauth_client_delete', entity: clientReference(client) });
      await this.endMadeTokens(tx, client);
      await this.clients.delete(tx, client);
    });
    return {};
  }

  /** @throws NotFound without such a client; Invalid for a public client */
  async resetSecret(caller: Caller, id: string) {
    return this.database.transaction(async (tx) => {
      const client = await this.lock(tx, caller, id);
      if (client.public) throw invalid('public', 'value_not_valid');
      const secret = new SecretValue();
      await this.clients.setSecret(tx, client, secret.hash);
      await this.endMadeTokens(tx, client);
      this.events.record(tx, caller, {
        action: 'oauth_client_secret_reset',
        entity: clientReference(client),
      });
      return withObject(shownClient(client, secret), shownClient(client));
    });
  }

  /**
   * Ends the personal tokens that the client created (D-208). Their users may belong to any
   * account.
   */
  private async endMadeTokens(tx: Tx, { id: clientId }: OAuthClientEntity): Promise<void> {
    for (const token of await this.madeTokens.end(tx, { clientId }))
      this.events.record(tx, token.owner, tokenDeleted(token));
  }

  private async lock(tx: Tx, { accountId }: Caller, id: string): Promise<OAuthClientEntity> {
    const client = await this.clients.lock(tx, accountId, id);
    if (!client) throw new NotFound();
    return client;
  }
}
