import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import { ApplicationTokensRepository } from '../credentials/application-tokens.repository.js';
import { LoginRevocationRepository } from '../credentials/login-revocation.repository.js';
import { tokenDeleted } from '../credentials/token.events.js';
import { AuthorizedAppsRepository } from '../oauth-clients/authorized-apps.repository.js';
import { LOCK_USER } from '../owners.sql.js';
import { appRevoked } from './user.events.js';

/** Ends what an application may do for a user. */
@Injectable()
export class AppAccess {
  constructor(
    private readonly apps: AuthorizedAppsRepository,
    private readonly logins: LoginRevocationRepository,
    private readonly madeTokens: ApplicationTokensRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the user's app with its tokens and codes, and the personal tokens that the application
   * created (D-208).
   * @returns the events to record; undefined when the user has no such live app
   */
  async end(tx: Tx, user: { readonly userId: number; readonly username: string }, id: number) {
    const { userId } = user;
    tx.send(LOCK_USER, [userId]);
    const app = await this.apps.findLive(tx, userId, id, this.clock.now());
    if (!app) return undefined;
    // The exchange of a code locks the consent first, too.
    await this.logins.revokeApp(tx, userId, app.clientId);
    await this.apps.delete(tx, app);
    const ended = await this.madeTokens.end(tx, { userId, clientId: app.clientId });
    return [appRevoked(user), ...ended.map(tokenDeleted)];
  }
}
