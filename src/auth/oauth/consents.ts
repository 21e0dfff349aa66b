import { Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { actorOf } from '../login/completed-logins.js';
import { LiveLogins } from '../login/live-logins.js';
import type { Visitor } from '../login/visitor.js';
import { consentEvent } from '../sign-in.events.js';
import { GrantRevocations } from './grant-revocations.js';
import { OAuthGrantsRepository } from './oauth-grants.repository.js';
import { RequestWrites } from './request-writes.js';
import type { SignedInUser } from '../login/login-user.js';

/** Of one user to one application. Refresh tokens do not expire, so that consents last. */
const MAX_CONSENTS = 100;

/** Stores consents together with their events (D-216). */
@Injectable()
export class Consents {
  constructor(
    private readonly writes: RequestWrites,
    private readonly logins: LiveLogins,
    private readonly clients: OAuthClientsRepository,
    private readonly grants: OAuthGrantsRepository,
    private readonly revocations: GrantRevocations,
    private readonly events: EventsService,
  ) {}

  /**
   * Ends the oldest consents of the user to this application beyond 100.
   * @param saveGrant the library's; its writes join the transaction
   * @returns the grant's id
   * @throws LoginEnded; SessionNotFound when the application was deleted meanwhile
   */
  async save(
    saveGrant: () => Promise<string>,
    client: OAuthClient,
    user: SignedInUser,
    visitor: Visitor,
  ): Promise<string> {
    let grantId = '';
    const writes = await this.writes.collect(async () => {
      grantId = await saveGrant();
    });
    const requireLogin = (tx: Tx) => this.logins.require(tx, user, visitor);
    const requireClient = async (tx: Tx) => {
      if (!(await this.clients.hold(tx, client.id))) throw new errors.SessionNotFound('no such application');
    };
    const record = async (tx: Tx) =>
      this.events.record(tx, actorOf(user, visitor), consentEvent(user, client.label));
    const endOldest = (tx: Tx) => this.endOldest(tx, user.userId, client.id);
    await this.writes.commit([requireLogin, requireClient, ...writes, endOldest, record]);
    return grantId;
  }

  private async endOldest(tx: Tx, userId: number, clientId: string): Promise<void> {
    const oldest = await this.grants.olderThanNewest(tx, userId, clientId, MAX_CONSENTS);
    for (const id of oldest) await this.revocations.revoke(tx, id);
  }
}
