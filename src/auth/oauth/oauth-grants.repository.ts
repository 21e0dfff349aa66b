import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { OAuthGrantEntity } from './oauth-grant.entity.js';
import { SAVE_GRANT, END_UNUSED_APP, LOCK_APP } from './oauth.sql.js';

type NewGrant = Omit<OAuthGrantEntity, 'accountId' | 'authorizedAppId'>;

/** What users allow clients to do, one row per consent. */
@Injectable()
export class OAuthGrantsRepository {
  /** Stores nothing when the user no longer exists. */
  async save(tx: Tx, { id, userId, clientId, payload, created }: NewGrant): Promise<void> {
    await tx.run(SAVE_GRANT, [id, userId, clientId, JSON.stringify(payload), created]);
  }

  find(reader: Reader, id: string): Promise<OAuthGrantEntity | null> {
    return reader.repository(OAuthGrantEntity).findOneBy({ id });
  }

  /** The ids of a user's grants for a client beyond the newest ones. */
  async olderThanNewest(tx: Tx, userId: number, clientId: string, newest: number): Promise<string[]> {
    const older = await tx.repository(OAuthGrantEntity).find({
      select: { id: true },
      where: { userId, clientId },
      order: { created: 'DESC', id: 'DESC' },
      skip: newest,
    });
    return older.map(({ id }) => id);
  }

  /**
   * Deletes the grant and all that it issued. Deletes its app too when nothing else keeps the app
   * alive (D-89).
   * @returns the grant, or null when it was gone already
   */
  async revoke(tx: Tx, id: string): Promise<OAuthGrantEntity | null> {
    const grants = tx.repository(OAuthGrantEntity);
    const grant = await grants.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!grant) return null;
    await grants.delete({ id });
    if (grant.authorizedAppId === null) return grant;
    tx.send(LOCK_APP, [grant.authorizedAppId]);
    await tx.run(END_UNUSED_APP, [grant.authorizedAppId]);
    return grant;
  }
}
