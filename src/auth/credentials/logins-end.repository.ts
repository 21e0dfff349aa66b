import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** Foreign keys delete the login that a device remembers, and the grants and tokens of an app. */
const STATEMENTS = [
  'trusted_devices',
  'login_sessions',
  'pending_logins',
  'authorized_apps',
  'oauth_grants',
].map((table) => command(`auth.loginsEnd.${table}`, `DELETE FROM ${table} WHERE user_id = $1`));

/** Ends what a new password must end: everything but personal tokens (D-141). */
@Injectable()
export class LoginsEndRepository {
  async end(tx: Tx, userId: number): Promise<void> {
    for (const statement of STATEMENTS) await tx.run(statement, [userId]);
  }
}
