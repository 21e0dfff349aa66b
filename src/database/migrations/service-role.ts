import type { DataSource } from 'typeorm';
import pg from 'pg';

/**
 * Grants the role of the service what it needs, from the role that migrates: to read and change
 * rows, and nothing that defines tables. What a later migration creates is granted in the
 * transaction that creates it, by default privileges.
 * @param serviceUrl the address of the database with the service's role.
 */
export async function grantToService(source: DataSource, serviceUrl: string): Promise<void> {
  const role = pg.escapeIdentifier(await roleOf(serviceUrl));
  await source.query(`
    ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO ${role};
    ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO ${role};
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO ${role}`);
  for (const { kind, names } of (await source.query(OWN_OBJECTS)) as { kind: string; names: string }[]) {
    await source.query(`GRANT ${PRIVILEGES[kind]} ON ${kind} ${names} TO ${role}`);
  }
}

/**
 * Takes from the role of the service what only the nameserver may read: the private keys of signed
 * zones (D-244). It may still write them. A role that also migrates keeps all, as behind a pooler:
 * the nameserver's views read with the rights of their owner.
 */
export async function hideFromService(source: DataSource, serviceUrl: string): Promise<void> {
  const [{ exists, owner }] = (await source.query(
    `SELECT to_regclass('pdns.zone_keys') IS NOT NULL AS exists, current_user AS owner`,
  )) as [{ exists: boolean; owner: string }];
  if (!exists) return;
  const name = await roleOf(serviceUrl);
  const role = pg.escapeIdentifier(name);
  if (name === owner) {
    await source.query(`GRANT ALL ON pdns.zone_keys, pdns.cryptokeys TO ${role}`);
    return;
  }
  await source.query(`
    REVOKE SELECT, UPDATE ON pdns.zone_keys FROM ${role};
    REVOKE ALL ON pdns.cryptokeys FROM ${role};
    GRANT INSERT, DELETE, SELECT (id, account_id, domain_id, public_key, created) ON pdns.zone_keys TO ${role}`);
}

const PRIVILEGES: Record<string, string> = {
  SCHEMA: 'USAGE',
  // The events are counted up to the last id that was given.
  SEQUENCE: 'USAGE, SELECT',
  TABLE: 'SELECT, INSERT, UPDATE, DELETE',
  FUNCTION: 'EXECUTE',
};

/**
 * Everything of the migrating role but what `hideFromService` hides, and the schemas that hold it,
 * as one list for each kind.
 */
const OWN_OBJECTS = `
  WITH own AS (
    SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, relnamespace::regnamespace AS schema,
      oid::regclass::text AS name
    FROM pg_class WHERE relowner = quote_ident(current_user)::regrole AND relkind IN ('r', 'p', 'v', 'S')
      AND oid::regclass::text NOT IN ('pdns.zone_keys', 'pdns.cryptokeys')
    UNION ALL SELECT 'FUNCTION', pronamespace::regnamespace, oid::regprocedure::text
    FROM pg_proc f WHERE proowner = quote_ident(current_user)::regrole AND prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = f.oid AND deptype = 'e'))
  SELECT kind, string_agg(name, ', ') AS names FROM own
  WHERE schema::text !~ '^(pg_|information_schema)' GROUP BY kind
  UNION ALL SELECT 'SCHEMA', string_agg(DISTINCT schema::text, ', ') FROM own
  WHERE schema::text !~ '^(pg_|information_schema)' HAVING count(*) > 0`;

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}
