import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import type { OAuthClientRow } from '../../auth/oauth-clients/oauth-client.row.js';
import { OAuthClientsRepository } from '../../auth/oauth-clients/oauth-clients.repository.js';
import { Database } from '../../shared/database/database.js';
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
    const client = await this.clients.findById(this.database, id);
    return client && metadata(client);
  }
}

function metadata(client: OAuthClientRow): AdapterPayload {
  return {
    client_id: client.id,
    redirect_uris: [client.redirect_uri],
    // RFC 8252: for native applications the library leaves the port of a loopback address free.
    application_type: client.redirect_uri.startsWith('https:') ? 'web' : 'native',
    response_types: ['code'],
    ...(client.public
      ? { token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          grant_types: ['authorization_code', 'refresh_token'],
          // The digest: `ClientSecrets` compares with it.
          client_secret: client.secret_hash?.toString('hex'),
        }),
  };
}
