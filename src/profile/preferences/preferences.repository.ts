import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';

@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  /** The user's preferences for the OAuth client that made the acting token, as JSON text. */
  async find(key: CallerKey): Promise<string | undefined> {
    return (await this.database.row(FIND, [key]))?.preferences;
  }

  /** @param clientId null for personal tokens that no application made (D-86). */
  async put(tx: Tx, userId: number, clientId: string | null, preferences: string): Promise<void> {
    await tx.run(PUT, [userId, clientId, preferences]);
  }
}

const FIND = query<{ preferences: string }>(
  'profile.preferences.find',
  `WITH ${CALLER}
   SELECT p.preferences
     FROM caller JOIN tokens t ON t.id = caller.token_id
     JOIN preferences p ON p.user_id = caller.user_id AND p.client_id IS NOT DISTINCT FROM t.client_id`,
);

const PUT = command(
  'profile.preferences.put',
  `INSERT INTO preferences (user_id, client_id, preferences) VALUES ($1, $2, $3)
   ON CONFLICT ON CONSTRAINT preferences_user_id_client_id_key DO UPDATE SET preferences = excluded.preferences`,
);
