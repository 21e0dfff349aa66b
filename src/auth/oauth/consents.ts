import { Injectable } from '@nestjs/common';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';
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
    private readonly events: EventsService,
  ) {}

  /**
   * @param saveGrant the library's; its writes join the transaction
   * @returns the grant's id
   * @throws LoginEnded
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
    const record = async (tx: Tx) =>
      this.events.record(tx, actorOf(user, visitor), consentEvent(user, client.label));
    await this.writes.commit([requireLogin, ...writes, record]);
    return grantId;
  }
}
