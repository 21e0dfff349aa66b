import { query } from '../database/statement.js';

/** The values that decide on a change of a domain or of its records. */
export interface ReadDomain {
  readonly id: number;
  readonly domain: string;
}

export const READ_DOMAIN = query<ReadDomain>(
  'domain.domains.read',
  'SELECT id, domain FROM domains WHERE account_id = $1 AND id = $2',
);
