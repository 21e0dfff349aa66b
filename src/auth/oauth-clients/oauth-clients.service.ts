import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { invalid } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { notValid } from '../../shared/validation/rule.js';
import { ClientSecret } from './client-secret.js';
import type { NewOAuthClient, OAuthClient } from './oauth-client.js';
import { OAuthClientsRepository } from './oauth-clients.repository.js';
import { isRedirectUri } from './redirect-uri.rules.js';

const ID_BYTES = 10;

/** What account admins and the platform both do with OAuth clients (D-145). */
@Injectable()
export class OAuthClientsService {
  constructor(
    private readonly clients: OAuthClientsRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns the client, and its secret to be shown once; a public client has none. */
  async create(
    tx: Tx,
    client: NewOAuthClient,
  ): Promise<{ client: OAuthClient; secret: ClientSecret | null }> {
    mustAllowRedirect(client.redirectUri, client.public);
    const secret = client.public ? null : new ClientSecret();
    const id = randomBytes(ID_BYTES).toString('hex');
    const made = await this.clients.insert(tx, id, client, secret?.hash ?? null, this.clock.now());
    return { client: made, secret };
  }
}

/** Only public clients may redirect to a private-use scheme. @throws Invalid on `redirect_uri` */
export function mustAllowRedirect(redirectUri: string, isPublic: boolean): void {
  if (!isRedirectUri(redirectUri, isPublic)) throw invalid('redirect_uri', notValid('redirect_uri'));
}
