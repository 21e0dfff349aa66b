import { Injectable } from '@nestjs/common';
import { MoreThan, Not } from 'typeorm';
import type { Reader, Tx } from '../../database/reader.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { LoginSessionEntity } from './login-session.entity.js';
import { FIND_SESSION } from './login.sql.js';
import type { SignedInUser } from './login-user.js';

const MAX_LISTED = 100;

@Injectable()
export class LoginSessionsRepository {
  find(reader: Reader, token: string, now: Date): Promise<SignedInUser | undefined> {
    return reader.row(FIND_SESSION, [sha256(token), now]);
  }

  async insert(tx: Tx, token: string, session: Omit<LoginSessionEntity, 'id' | 'tokenHash'>): Promise<void> {
    await tx.repository(LoginSessionEntity).insert({ ...session, tokenHash: sha256(token) });
  }

  /** The live logins of a user, the newest first. */
  list(reader: Reader, userId: number, now: Date): Promise<LoginSessionEntity[]> {
    const where = { userId, expiry: MoreThan(now) };
    return reader.repository(LoginSessionEntity).find({ where, order: { id: 'DESC' }, take: MAX_LISTED });
  }

  async end(tx: Tx, userId: number, id: number): Promise<void> {
    await tx.repository(LoginSessionEntity).delete({ userId, id });
  }

  async endOthers(tx: Tx, userId: number, token: string): Promise<void> {
    await tx.repository(LoginSessionEntity).delete({ userId, tokenHash: Not(sha256(token)) });
  }

  async delete(tx: Tx, token: string): Promise<void> {
    await tx.repository(LoginSessionEntity).delete({ tokenHash: sha256(token) });
  }
}
