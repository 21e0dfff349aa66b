DROP FUNCTION pdns.order_first, pdns.order_before, pdns.order_after, pdns.order_last;

CREATE OR REPLACE VIEW pdns.records AS
  SELECT domain_id, name, 'SOA' AS type, content, ttl, 0 AS prio, false AS disabled, ''::text AS ordername, true AS auth
  FROM pdns.soa
  UNION ALL
  SELECT domain_id, name, type, content, ttl, prio, false, '', true
  FROM (
    SELECT domain_id, name, type, content, prio, min(ttl) OVER (PARTITION BY domain_id, name, type) AS ttl,
      row_number() OVER (PARTITION BY domain_id, name, type, prio,
        CASE WHEN type IN ('TXT', 'CAA') THEN content ELSE lower(content) END) AS nth
    FROM pdns.rendered
  ) numbered
  WHERE nth = 1
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
  WHERE d.type = 'slave' AND d.status = 'active';

CREATE OR REPLACE VIEW pdns.cryptokeys AS
  SELECT NULL::bigint AS id, NULL::bigint AS domain_id, NULL::integer AS flags, NULL::boolean AS active,
    NULL::boolean AS published, NULL::text AS content
  WHERE false;

CREATE OR REPLACE FUNCTION pdns.grant_access() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT USAGE ON SCHEMA pdns TO cloud_account_nameserver;
  GRANT SELECT ON pdns.records, pdns.domains, pdns.domainmetadata, pdns.cryptokeys, pdns.tsigkeys, pdns.changed_zones,
    pdns.slaves TO cloud_account_nameserver;
  GRANT INSERT, DELETE ON pdns.records, pdns.domainmetadata TO cloud_account_nameserver;
  GRANT UPDATE ON pdns.domains TO cloud_account_nameserver;
  -- A view reads tables as its owner, but calls functions as whoever asks.
  GRANT EXECUTE ON FUNCTION pdns.host, pdns.responsible_name TO cloud_account_nameserver;
END $$;
