import { Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { AccessTokenAdapter } from './access-token.adapter.js';
import { ClientAdapter } from './client.adapter.js';
import { GrantAdapter } from './grant.adapter.js';
import { OAuthPayloadsService } from './oauth-payloads.service.js';
import { NullAdapter } from './null.adapter.js';

/** Gives the OAuth library the adapter of each kind of record. */
@Injectable()
export class OAuthAdapters {
  constructor(
    private readonly clients: ClientAdapter,
    private readonly grants: GrantAdapter,
    private readonly accessTokens: AccessTokenAdapter,
    private readonly payloads: OAuthPayloadsService,
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
        return this.payloads.adapter(kind);
      default:
        return new NullAdapter();
    }
  }
}
