import { command } from '../database/statement.js';

/**
 * Locks the account or the user whose rows a quota counts (D-210). A second transaction waits for
 * the first one, and then counts its rows, too. Statements, because a transaction sends them
 * together with the next one. An INSERT of a row that refers to the owner, such as an event,
 * doesn't wait for these locks.
 */
export const LOCK_ACCOUNT = command(
  'access.accounts.lock',
  'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
);
export const LOCK_USER = command('access.users.lock', 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');
