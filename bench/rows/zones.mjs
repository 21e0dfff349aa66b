/** The maximum number of records of a domain (spec: Domains rule 1). */
export const FULL = 12_000;

let made = 0;

/** Makes domains with `records` records each, as an import stores them. @returns their ids */
export async function makeZones({ database }, accountId, count, records) {
  await database.query('SET session_replication_role = replica'); // The rows keep the foreign keys; to check them would double the time.
  const { rows } = await database.query(
    `WITH counted AS (UPDATE accounts SET domain_count = domain_count + $2::integer WHERE id = $1)
     INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
       expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
     SELECT $1, 'bench' || n || '.example', 'master', 'active', '', '', 'admin@example.com', '{}', '{}', 0, 0, 0, 0, '{}',
       2026000001, $4
     FROM generate_series($3::integer, $3 + $2 - 1) n RETURNING id::integer`,
    [accountId, count, made, records],
  );
  made += count;
  const ids = rows.map(({ id }) => id);
  await database.query(RECORDS, [ids, records]);
  await database.query('SET session_replication_role = DEFAULT');
  await database.query('ANALYZE domains, records');
  return ids;
}

/** Mostly addresses of hosts, and some records of other types. */
const RECORDS = `INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn,
    rdata)
  SELECT d.account_id, d.id, kind.type, 'h' || n, kind.target, CASE WHEN n % 3 = 0 THEN 3600 ELSE 0 END,
    CASE kind.type WHEN 'MX' THEN 10 ELSE 0 END, 0, 0, now(), now(), 'h' || n || '.' || d.domain, kind.rdata
  FROM domains d, generate_series(1, $2::integer) n,
    LATERAL (SELECT CASE n % 10 WHEN 0 THEN 'AAAA' WHEN 1 THEN 'TXT' WHEN 2 THEN 'MX' WHEN 3 THEN 'CNAME' ELSE 'A' END) t(type),
    LATERAL (SELECT t.type,
      CASE t.type WHEN 'AAAA' THEN '2001:db8::' || n % 10000 WHEN 'TXT' THEN 'site-verification=' || n
        WHEN 'MX' THEN 'mail.example.net' WHEN 'CNAME' THEN 'www.example.net' ELSE '192.0.2.' || n % 250 END AS target,
      CASE t.type WHEN 'AAAA' THEN '2001:db8::' || n % 10000 WHEN 'TXT' THEN '"site-verification=' || n || '"'
        WHEN 'MX' THEN 'mail.example.net.' WHEN 'CNAME' THEN 'www.example.net.' ELSE '192.0.2.' || n % 250 END AS rdata) kind
  WHERE d.id = ANY ($1)
  ORDER BY d.id, n`;

/** Makes a full zone of the reader. @returns its id and the ids of its records */
export function readZone(world) {
  return world.once('read zone', async () => {
    const [id] = await makeZones(world, world.reader.id, 1, FULL);
    const { rows } = await world.database.query(
      'SELECT id::integer FROM records WHERE domain_id = $1 ORDER BY id',
      [id],
    );
    return { id, recordIds: rows.map((row) => row.id) };
  });
}

/** Deletes domains and everything that belongs to them. */
export async function removeZones({ database }, accountId, where) {
  await database.query('SET session_replication_role = replica');
  await database.query(
    `WITH gone AS (DELETE FROM domains WHERE account_id = $1 AND ${where} RETURNING id),
       emptied AS (DELETE FROM records WHERE domain_id IN (SELECT id FROM gone))
     UPDATE accounts SET domain_count = domain_count - (SELECT count(*) FROM gone) WHERE id = $1`,
    [accountId],
  );
  await database.query('SET session_replication_role = DEFAULT');
}
