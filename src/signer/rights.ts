import type pg from 'pg';
import { StartError } from '../shared/errors/start-error.js';

/** Reads from and writes to each table of the signer, without a row. */
const NEEDED = `
  WITH written AS (INSERT INTO pdns.kept_zones SELECT * FROM pdns.kept_zones WHERE false)
  SELECT FROM pdns.zones_to_sign, pdns.sets_to_sign, pdns.chain_to_sign, pdns.cryptokeys, pdns.tsigkeys, pdns.kept_sets, pdns.kept_changes
  WHERE false`;
// undefined_table, invalid_schema_name and insufficient_privilege.
const [NO_TABLE, NO_SCHEMA, FORBIDDEN] = ['42P01', '3F000', '42501'];

/** @throws StartError when the database lacks the tables of the signer, or the role its rights */
export async function requireRights(pool: pg.Pool): Promise<void> {
  try {
    await pool.query(NEEDED);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === NO_TABLE || code === NO_SCHEMA)
      throw new StartError(
        `the database has no tables of this release (${message}): start the service on it first.`,
        { cause: error },
      );
    if (code === FORBIDDEN)
      throw new StartError(
        `the role of DATABASE_URL lacks rights (${message}): make it a member of cloud_account_nameserver, as docs/nameservers.md says.`,
        { cause: error },
      );
    throw error;
  }
}
