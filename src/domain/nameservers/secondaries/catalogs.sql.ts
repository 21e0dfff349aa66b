import { command, query } from '../../../database/statement.js';
import { below } from '../../ownership/ownership.sql.js';

/** A statement, because TypeORM has no INSERT from a SELECT. */
export const FILL = command<{ last: number | null; listed: number }>(
  'domain.catalogs.fill',
  `WITH batch AS (
     SELECT id, account_id, domain, status FROM domains WHERE id > $1 ORDER BY id LIMIT $2 FOR SHARE),
   filled AS (
     INSERT INTO pdns.catalog_members (account_id, domain_id, catalog_id, fqdn, domain)
       SELECT b.account_id, b.id, c.id, replace(gen_random_uuid()::text, '-', '') || '.zones.' || c.name, b.domain
       FROM batch b JOIN pdns.catalogs c ON c.id = pdns.catalog_of(b.domain)
       WHERE b.status = 'active' AND NOT EXISTS (SELECT FROM pdns.catalog_members m WHERE m.domain_id = b.id)
       ON CONFLICT (domain_id) DO NOTHING RETURNING domain_id)
   SELECT max(id) AS last, (SELECT count(*) FROM filled) AS listed FROM batch`,
);

export const CONFLICTING_DOMAIN = query<{ domain: string }>(
  'domain.catalogs.findConflictingDomain',
  `SELECT d.domain FROM domains d WHERE d.domain = ANY ($1::text[]) OR ${below('d.domain', 2)} ORDER BY d.domain LIMIT 1`,
);

export const CLEAR = command('domain.catalogs.clear', 'SELECT pdns.clear_catalogs()');
