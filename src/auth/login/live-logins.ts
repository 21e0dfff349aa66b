import { Injectable } from '@nestjs/common';
import { LOCK_USER } from '../../access/owners.sql.js';
import type { Tx } from '../../database/reader.js';
import { Clock } from '../../shared/time/clock.js';
import type { SignedInUser } from './login-user.js';
import { LoginSessionsRepository } from './login-sessions.repository.js';
import type { Visitor } from './visitor.js';

/** The login of the browser that asks has ended. */
export class LoginEnded extends Error {}

/** Lets signed-in users change something only while their login lasts (D-206). */
@Injectable()
export class LiveLogins {
  constructor(
    private readonly sessions: LoginSessionsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks the user, so that a new password ends what the transaction makes (D-141).
   * @throws LoginEnded
   */
  async require(tx: Tx, { userId }: SignedInUser, { sessionToken }: Visitor): Promise<void> {
    tx.send(LOCK_USER, [userId]);
    const user = await this.sessions.find(tx, sessionToken ?? '', this.clock.now());
    if (user?.userId !== userId) throw new LoginEnded();
  }
}
