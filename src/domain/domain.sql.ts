import { query } from '../database/statement.js';

/** What changes of a domain, and of its records, are decided on. */
export interface ReadDomain {
  readonly id: number;
  readonly domain: string;
}

export const READ_DOMAIN = query<ReadDomain>(
  'domains.read',
  'SELECT id, domain FROM domains WHERE account_id = $1 AND id = $2',
);
