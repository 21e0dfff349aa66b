-- The service sends NOTIFY to customers' secondaries (axfr_ips), because PowerDNS would sign it with the platform's key (D-289).
-- `waiting` are the addresses that have not answered for `told_serial`. Another `serial` starts again with all addresses.
ALTER TABLE pdns.unnotified_zones
  ADD COLUMN told_serial bigint,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN due timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN waiting text[];

-- PowerDNS learns who may transfer a zone, and notifies nobody. An older changed-zones.conf asks for changed_zones.
CREATE OR REPLACE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, 'ALLOW-AXFR-FROM' AS kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip
  WHERE d.status = 'active'
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

CREATE OR REPLACE VIEW pdns.changed_zones AS
  SELECT d.id, d.domain AS name, 'MASTER' AS type, NULL::bigint AS notified_serial, NULL AS options, NULL AS catalog, NULL AS content
  FROM domains d WHERE false;
