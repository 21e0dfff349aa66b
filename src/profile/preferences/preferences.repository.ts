import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { LOCK_USER } from '../../access/owners.sql.js';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { PreferenceEntity } from './preference.entity.js';

@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The user's preferences as JSON text.
   * @param clientId the OAuth client of the acting token; null without one (D-86)
   */
  async find(
    userId: number,
    clientId: string | null,
    reader: Reader = this.database,
  ): Promise<string | undefined> {
    const stored = reader.repository(PreferenceEntity);
    return (await stored.findOneBy({ userId, clientId: clientId ?? IsNull() }))?.preferences;
  }

  /**
   * As `find`, for a change. Locks the user as `If-Match` does, so that no other change comes
   * between its decision and its write (D-231).
   */
  findLocked(tx: Tx, userId: number, clientId: string | null): Promise<string | undefined> {
    tx.send(LOCK_USER, [userId]);
    return this.find(userId, clientId, tx);
  }

  async put(tx: Tx, values: Omit<PreferenceEntity, 'id'>): Promise<void> {
    await tx.repository(PreferenceEntity).upsert(values, ['userId', 'clientId']);
  }
}
