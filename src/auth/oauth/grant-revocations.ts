import { Injectable } from '@nestjs/common';
import { ApplicationTokensRepository } from '../../access/credentials/application-tokens.repository.js';
import { tokenDeleted } from '../../access/credentials/token.events.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { LoginUsersRepository } from '../login/login-users.repository.js';
import { reuseEvent, type Reusable } from '../sign-in.events.js';
import { OAuthGrantsRepository } from './oauth-grants.repository.js';

/**
 * Ends what one consent allows, and the personal tokens that the application made under it (D-208).
 */
@Injectable()
export class GrantRevocations {
  constructor(
    private readonly grants: OAuthGrantsRepository,
    private readonly users: LoginUsersRepository,
    private readonly clients: OAuthClientsRepository,
    private readonly madeTokens: ApplicationTokensRepository,
    private readonly events: EventsService,
  ) {}

  /**
   * @param reused the code or token that a client presented twice, when that is the reason (D-216)
   */
  async revoke(tx: Tx, grantId: string, reused?: Reusable): Promise<void> {
    const grant = await this.grants.revoke(tx, grantId);
    if (!grant) return;
    const access = { userId: grant.userId, madeUnderGrantId: grantId };
    for (const token of await this.madeTokens.end(tx, access))
      this.events.record(tx, token.owner, tokenDeleted(token));
    if (!reused) return;
    const user = await this.users.findSignedIn(tx, grant.userId);
    const client = await this.clients.find(tx, grant.clientId);
    if (!user || !client) return;
    // The sender of the reused value is unknown: the event names only the account (D-132).
    this.events.record(tx, { accountId: user.accountId }, reuseEvent(user, reused, client.label));
  }
}
