import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { query } from '../../database/statement.js';
import { PreferenceEntity } from './preference.entity.js';

const FIND = query<Pick<PreferenceEntity, 'preferences'>>(
  'profile.preferences.find',
  `WITH ${CALLER}
   SELECT p.preferences
     FROM caller JOIN tokens t ON t.id = caller.token_id
     JOIN preferences p ON p.user_id = caller.user_id AND p.client_id IS NOT DISTINCT FROM t.client_id`,
);

@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  /** The user's preferences for the OAuth client that made the acting token, as JSON text. */
  async find(key: CallerKey): Promise<string | undefined> {
    return (await this.database.row(FIND, [key]))?.preferences;
  }

  /** @param values with a `clientId` of null for personal tokens that no application made (D-86). */
  async put(tx: Tx, values: Omit<PreferenceEntity, 'id'>): Promise<void> {
    await tx.repository(PreferenceEntity).upsert(values, ['userId', 'clientId']);
  }
}
