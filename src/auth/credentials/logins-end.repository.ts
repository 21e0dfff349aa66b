import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** With a device goes the login that it remembers, with an app its grants and tokens; the rest stands alone. */
const STATEMENTS = [
  'trusted_devices',
  'login_sessions',
  'pending_logins',
  'authorized_apps',
  'oauth_grants',
].map((table) => command(`auth.loginsEnd.${table}`, `DELETE FROM ${table} WHERE user_id = $1`));

/** D-141: what a new password ends. Personal tokens stay. */
@Injectable()
export class LoginsEndRepository {
  async end(tx: Tx, userId: number): Promise<void> {
    for (const statement of STATEMENTS) await tx.run(statement, [userId]);
  }
}
