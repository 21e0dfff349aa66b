import { query } from '../database/statement.js';

export const HAS_NO_ACCOUNT = query<{ readonly isEmpty: boolean }>(
  'demo.accounts.isEmpty',
  'SELECT NOT EXISTS (SELECT FROM accounts) AS "isEmpty"',
);
