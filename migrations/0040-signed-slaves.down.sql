DROP TRIGGER forget_metadata ON domains;
DROP TRIGGER delete_metadata ON pdns.domainmetadata;
DROP TRIGGER insert_metadata ON pdns.domainmetadata;
DROP FUNCTION pdns.forget_metadata, pdns.delete_metadata, pdns.insert_metadata;

CREATE OR REPLACE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip, unnest(ARRAY['ALLOW-AXFR-FROM', 'ALSO-NOTIFY']) kind
  WHERE d.status = 'active' AND (kind = 'ALLOW-AXFR-FROM' OR d.type = 'master')
  UNION ALL
  SELECT d.id, 'TSIG-ALLOW-AXFR', k.name FROM pdns.tsig_keys k CROSS JOIN domains d WHERE d.status = 'active'
  UNION ALL
  SELECT c.id, 'TSIG-ALLOW-AXFR', k.name FROM pdns.tsig_keys k CROSS JOIN pdns.catalogs c;

CREATE OR REPLACE FUNCTION pdns.grant_access() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT USAGE ON SCHEMA pdns TO cloud_account_nameserver;
  GRANT SELECT ON pdns.records, pdns.domains, pdns.domainmetadata, pdns.tsigkeys, pdns.changed_zones, pdns.slaves
    TO cloud_account_nameserver;
  GRANT INSERT, DELETE ON pdns.records TO cloud_account_nameserver;
  GRANT UPDATE ON pdns.domains TO cloud_account_nameserver;
  -- A view reads tables as its owner, but calls functions as whoever asks.
  GRANT EXECUTE ON FUNCTION pdns.host, pdns.responsible_name TO cloud_account_nameserver;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_nameserver') THEN
    REVOKE INSERT, DELETE ON pdns.domainmetadata FROM cloud_account_nameserver;
  END IF;
END $$;

DROP VIEW pdns.cryptokeys;
DROP TABLE pdns.transferred_metadata;
