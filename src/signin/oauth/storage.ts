import { Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { AccessTokenStorage } from './access-token.storage.js';
import { ClientStorage } from './client.storage.js';
import { GrantStorage } from './grant.storage.js';
import { PayloadStorage } from './payload.storage.js';
import { PayloadsService } from './payloads.service.js';
import { NoStorage } from './no.storage.js';

/** Where the OAuth library keeps each of its kinds of things. */
@Injectable()
export class OAuthStorage {
  constructor(
    private readonly clients: ClientStorage,
    private readonly grants: GrantStorage,
    private readonly accessTokens: AccessTokenStorage,
    private readonly payloads: PayloadsService,
  ) {}

  of(kind: string): Adapter {
    switch (kind) {
      case 'Client':
        return this.clients;
      case 'Grant':
        return this.grants;
      case 'AccessToken':
        return this.accessTokens;
      case 'Interaction':
      case 'AuthorizationCode':
      case 'RefreshToken':
        return new PayloadStorage(kind, this.payloads);
      default:
        return new NoStorage();
    }
  }
}
