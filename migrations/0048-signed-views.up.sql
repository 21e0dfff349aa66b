-- What PowerDNS signs with, and what it needs to know of a signed zone: NSEC3, and what the zone tells its parent (RFC 7344, RFC 8078).
CREATE OR REPLACE VIEW pdns.cryptokeys AS
  SELECT k.id, k.domain_id, 257 AS flags, true AS active, true AS published, k.private_key AS content
  FROM pdns.zone_keys k JOIN domains d ON d.id = k.domain_id
  WHERE d.type = 'master' AND d.status = 'active';

CREATE OR REPLACE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip, unnest(ARRAY['ALLOW-AXFR-FROM', 'ALSO-NOTIFY']) kind
  WHERE d.status = 'active' AND (kind = 'ALLOW-AXFR-FROM' OR d.type = 'master')
  UNION ALL
  SELECT d.id, 'TSIG-ALLOW-AXFR', k.name FROM pdns.tsig_keys k CROSS JOIN domains d WHERE d.status = 'active'
  UNION ALL
  SELECT c.id, 'TSIG-ALLOW-AXFR', k.name FROM pdns.tsig_keys k CROSS JOIN pdns.catalogs c
  UNION ALL
  SELECT m.domain_id, m.kind, m.content FROM pdns.transferred_metadata m JOIN domains d ON d.id = m.domain_id
  WHERE d.type = 'slave' AND d.status = 'active'
  UNION ALL
  SELECT z.domain_id, told.kind, told.content
  FROM pdns.signed_zones z JOIN domains d ON d.id = z.domain_id, LATERAL (VALUES
    ('NSEC3PARAM', '1 0 0 -'),
    ('PUBLISH-CDS', CASE WHEN z.status IN ('ending', 'unsigning') THEN '0' WHEN z.status <> 'preparing' THEN '2' END),
    ('PUBLISH-CDNSKEY', CASE WHEN z.status IN ('ending', 'unsigning') THEN '0' WHEN z.status <> 'preparing' THEN '1' END)
  ) told (kind, content)
  WHERE d.type = 'master' AND d.status = 'active' AND told.content IS NOT NULL;

-- At and below a delegation nothing is signed. A delegation below another one is nobody's to see, and left out: PowerDNS would put it
-- into the chain of NSEC3 records.
CREATE OR REPLACE VIEW pdns.records AS
  SELECT domain_id, name, 'SOA' AS type, content, ttl, 0 AS prio, false AS disabled, ''::text AS ordername, true AS auth
  FROM pdns.soa
  UNION ALL
  SELECT r.domain_id, r.name, r.type, r.content, r.ttl, r.prio, false, '', coalesce(n.zone_cut = 'above', true)
  FROM (
    SELECT domain_id, name, type, content, prio, min(ttl) OVER (PARTITION BY domain_id, name, type) AS ttl,
      row_number() OVER (PARTITION BY domain_id, name, type, prio,
        CASE WHEN type IN ('TXT', 'CAA') THEN content ELSE lower(content) END) AS nth
    FROM pdns.rendered
  ) r LEFT JOIN pdns.signed_names n ON n.domain_id = r.domain_id AND n.name = r.name
  WHERE r.nth = 1 AND NOT (r.type = 'NS' AND coalesce(n.zone_cut = 'below', false))
  UNION ALL
  SELECT p.domain_id, p.fqdn, NULL, NULL, NULL, NULL, false, '', true
  FROM pdns.parents p JOIN domains d ON d.id = p.domain_id
  WHERE d.type = 'master' AND d.status = 'active'
    AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.fqdn = p.fqdn AND r.domain_id = p.domain_id)
  UNION ALL
  SELECT t.domain_id, t.name, t.type, t.content, t.ttl, t.prio, t.disabled, t.ordername, t.auth
  FROM pdns.transferred_records t JOIN domains d ON d.id = t.domain_id
  WHERE d.type = 'slave' AND d.status = 'active'
  UNION ALL
  SELECT c.id, c.name, r.type, replace(r.content, 'SERIAL', c.serial::text), 0, 0, false, '', true
  FROM pdns.catalogs c CROSS JOIN (VALUES
    ('SOA', 'invalid. invalid. SERIAL 60 10 2147483647 0'), ('NS', 'invalid.')) r(type, content)
  UNION ALL
  SELECT c.id, 'version.' || c.name, 'TXT', '"2"', 0, 0, false, '', true FROM pdns.catalogs c
  UNION ALL
  SELECT m.catalog_id, m.fqdn, 'PTR', m.domain || '.', 0, 0, false, '', true FROM pdns.catalog_members m;

-- deploy/powerdns/pdns.conf asks these: who follows whom in the order of NSEC3. A zone is signed here or pulled. They follow the indexes,
-- whatever the statistics say: sessions of PowerDNS keep their plans, and a plan from before a zone was signed would read all its names.
CREATE FUNCTION pdns.order_first(zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below'
   ORDER BY ordername USING ~<~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername IS NOT NULL
   ORDER BY ordername USING ~<~ LIMIT 1)
$$;
CREATE FUNCTION pdns.order_before(hash text, zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below' AND ordername ~<=~ hash
   ORDER BY ordername USING ~>~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername ~<=~ hash
   ORDER BY ordername USING ~>~ LIMIT 1)
$$;
CREATE FUNCTION pdns.order_after(hash text, zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below' AND ordername ~>~ hash
   ORDER BY ordername USING ~<~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername ~>~ hash
   ORDER BY ordername USING ~<~ LIMIT 1)
$$;
CREATE FUNCTION pdns.order_last(zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below' AND ordername <> ''
   ORDER BY ordername USING ~>~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername <> ''
   ORDER BY ordername USING ~>~ LIMIT 1)
$$;

CREATE OR REPLACE FUNCTION pdns.grant_access() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT USAGE ON SCHEMA pdns TO cloud_account_nameserver;
  GRANT SELECT ON pdns.records, pdns.domains, pdns.domainmetadata, pdns.cryptokeys, pdns.tsigkeys, pdns.changed_zones,
    pdns.slaves TO cloud_account_nameserver;
  GRANT INSERT, DELETE ON pdns.records, pdns.domainmetadata TO cloud_account_nameserver;
  GRANT UPDATE ON pdns.domains TO cloud_account_nameserver;
  -- A view reads tables as its owner, but calls functions as whoever asks.
  GRANT EXECUTE ON FUNCTION pdns.host, pdns.responsible_name, pdns.order_first, pdns.order_before, pdns.order_after,
    pdns.order_last TO cloud_account_nameserver;
END $$;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_nameserver') THEN PERFORM pdns.grant_access(); END IF;
END $$;
