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
import { RequestWrites } from './request-writes.js';
import type { SignedInUser } from '../login/login-user.js';

/** Stores consents together with their events (D-216). */
@Injectable()
export class Consents {
  constructor(
    private readonly writes: RequestWrites,
    private readonly logins: LiveLogins,
    private readonly clients: OAuthClientsRepository,
    private readonly events: EventsService,
  ) {}

  /**
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
    await this.writes.commit([requireLogin, requireClient, ...writes, record]);
    return grantId;
  }
}
