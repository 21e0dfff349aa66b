import { command, query } from '../../../database/statement.js';
import { below } from '../../ownership/ownership.sql.js';

/** Small, because a batch locks its domains. */
const FILL_BATCH = 1000;

// Statements, because TypeORM has no INSERT from a SELECT.

/** The domain that another transaction has locked does not keep the others of a batch locked. */
export const FILL = fill('domain.catalogs.fill', FILL_BATCH, 'SKIP LOCKED');
/** Waits for the next domain. */
export const FILL_NEXT = fill('domain.catalogs.fill.next', 1);

/**
 * Lists the domains after the id `$1`, up to the first one whose lock it does not get. Locks only
 * those that no catalog lists.
 */
function fill(name: string, limit: number, wait = '') {
  return command<{ last: number | null; listed: number }>(
    name,
    `WITH batch AS (SELECT id, status FROM domains WHERE id > $1 ORDER BY id LIMIT ${limit}),
     missing AS (
       SELECT id FROM batch b
       WHERE status = 'active' AND NOT EXISTS (SELECT FROM pdns.catalog_members m WHERE m.domain_id = b.id)),
     free AS (
       SELECT id, account_id, domain FROM domains WHERE id IN (SELECT id FROM missing) AND status = 'active' FOR SHARE ${wait}),
     held AS (SELECT min(id) AS id FROM missing WHERE id NOT IN (SELECT id FROM free)),
     filled AS (
       INSERT INTO pdns.catalog_members (account_id, domain_id, catalog_id, fqdn, domain)
         SELECT f.account_id, f.id, c.id, replace(gen_random_uuid()::text, '-', '') || '.zones.' || c.name, f.domain
         FROM free f JOIN pdns.catalogs c ON c.id = pdns.catalog_of(f.domain), held WHERE held.id IS NULL OR f.id < held.id
         ON CONFLICT (domain_id) DO NOTHING RETURNING domain_id)
     SELECT coalesce((SELECT id - 1 FROM held), max(id)) AS last, (SELECT count(*) FROM filled) AS listed FROM batch`,
  );
}

export const CONFLICTING_DOMAIN = query<{ domain: string }>(
  'domain.catalogs.findConflictingDomain',
  `SELECT d.domain FROM domains d WHERE d.domain = ANY ($1::text[]) OR ${below('d.domain', 2)} ORDER BY d.domain LIMIT 1`,
);

export const CLEAR = command('domain.catalogs.clear', 'SELECT pdns.clear_catalogs()');
