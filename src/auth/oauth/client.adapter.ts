import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import type { OAuthClientEntity } from '../../access/oauth-clients/oauth-client.entity.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import { Database } from '../../database/database.js';
import { NullAdapter } from './null.adapter.js';

/** Gives the library the clients of `/account/oauth-clients`. Each request reads them again. */
@Injectable()
export class ClientAdapter extends NullAdapter {
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

function metadata(client: OAuthClientEntity): AdapterPayload {
  return {
    client_id: client.id,
    redirect_uris: [client.redirectUri],
    // RFC 8252: the library ignores the port of a loopback address only for native applications.
    application_type: /^https:/i.test(client.redirectUri) ? 'web' : 'native',
    response_types: ['code'],
    ...(client.public
      ? { token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          grant_types: ['authorization_code', 'refresh_token'],
          // The digest, not the secret: `ClientSecrets` compares digests.
          client_secret: client.secretHash?.toString('hex'),
        }),
  };
}
