import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import {
  OAuthClientsRepository,
  type StoredOAuthClient,
} from '../../auth/oauth-clients/oauth-clients.repository.js';
import { Database } from '../../database/database.js';
import { NoStorage } from './no.storage.js';

/** The clients of `/account/oauth-clients`, read anew for every request. */
@Injectable()
export class ClientStorage extends NoStorage {
  constructor(
    private readonly database: Database,
    private readonly clients: OAuthClientsRepository,
  ) {
    super();
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.clients.find(this.database, id);
    return client && metadata(client);
  }
}

function metadata(client: StoredOAuthClient): AdapterPayload {
  return {
    client_id: client.id,
    redirect_uris: [client.redirectUri],
    // RFC 8252: for native applications the library leaves the port of a loopback address free.
    application_type: client.redirectUri.startsWith('https:') ? 'web' : 'native',
    response_types: ['code'],
    ...(client.public
      ? { token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          grant_types: ['authorization_code', 'refresh_token'],
          // The digest: `ClientSecrets` compares with it.
          client_secret: client.secretHash?.toString('hex'),
        }),
  };
}
