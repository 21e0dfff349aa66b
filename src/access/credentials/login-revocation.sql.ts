import { command } from '../../database/statement.js';

/** Deletes the rows of the user `$1` from a table that an area names. */
export function deleteOfUser(table: string) {
  return command(`access.logins.revoke.${table}`, `DELETE FROM ${table} WHERE user_id = $1`);
}
