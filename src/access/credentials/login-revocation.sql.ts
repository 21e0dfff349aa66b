import { command } from '../../database/statement.js';

/** Deletes the rows of the user `$1` from a table that an area names. */
export function deleteOfUser(table: string) {
  return command(`access.logins.revoke.${table}`, `DELETE FROM ${table} WHERE user_id = $1`);
}

/** As `deleteOfUser`, the rows of the OAuth client `$2`. */
export function deleteOfApp(table: string) {
  return command(`access.apps.revoke.${table}`, `DELETE FROM ${table} WHERE user_id = $1 AND client_id = $2`);
}
