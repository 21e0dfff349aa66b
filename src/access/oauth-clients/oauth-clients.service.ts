import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { invalid } from '../../shared/errors/errors.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { mergedValues, unsetValues } from '../../shared/resources/resource-requests.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { Clock } from '../../shared/time/clock.js';
import { LOCK_ACCOUNT } from '../owners.sql.js';
import { SecretValue } from '../../shared/secrets/secret-value.js';
import type { OAuthClient } from './oauth-client.js';
import { OAUTH_CLIENT, type ClientFields } from './oauth-client.resource.js';
import { OAuthClientsRepository } from './oauth-clients.repository.js';
import { isRedirectUri } from './redirect-uri.rules.js';

const ID_BYTES = 10;

/** The actions on OAuth clients that account admins and the platform share (D-145). */
@Injectable()
export class OAuthClientsService {
  constructor(
    private readonly clients: OAuthClientsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Locks the account and checks its quota of clients (D-210), which does not hold for the
   * platform.
   * @throws Invalid when the account has reached its quota
   */
  async requireRoom(tx: Tx, accountId: number): Promise<void> {
    tx.send(LOCK_ACCOUNT, [accountId]);
    const count = await this.clients.count(tx, accountId);
    requireQuota(count, this.settings.maxOAuthClientsPerAccount, 'oauth_client_limit');
  }

  /**
   * @returns the client, and its secret for the only response that shows it; a public client has no
   * secret
   * @throws Invalid on `redirect_uri`
   */
  async create(
    tx: Tx,
    accountId: number,
    request: ClientFields,
  ): Promise<{ client: OAuthClient; secret: SecretValue | null }> {
    const values = mergedValues(OAUTH_CLIENT, unsetValues(OAUTH_CLIENT), request);
    requireAllowedRedirect(values.redirectUri, values.public);
    const secret = values.public ? null : new SecretValue();
    const id = randomBytes(ID_BYTES).toString('hex');
    const stored = { ...values, id, accountId, secretHash: secret?.hash ?? null, created: this.clock.now() };
    return { client: await this.clients.insert(tx, stored), secret };
  }
}

/** Only public clients may redirect to a private-use scheme. @throws Invalid on `redirect_uri` */
export function requireAllowedRedirect(redirectUri: string, isPublic: boolean): void {
  if (!isRedirectUri(redirectUri, isPublic)) throw invalid('redirect_uri', 'value_not_valid');
}
