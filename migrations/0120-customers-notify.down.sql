CREATE OR REPLACE VIEW pdns.changed_zones AS
  SELECT d.id, d.domain AS name, 'MASTER' AS type, s.notified_serial, NULL AS options, NULL AS catalog, soa.content
  FROM pdns.unnotified_zones u JOIN domains d ON d.id = u.domain_id JOIN pdns.soa ON soa.domain_id = u.domain_id
    LEFT JOIN pdns.zone_states s ON s.domain_id = u.domain_id
  WHERE d.axfr_ips <> '{}';

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

ALTER TABLE pdns.unnotified_zones
  DROP COLUMN told_serial,
  DROP COLUMN attempts,
  DROP COLUMN due,
  DROP COLUMN waiting;
