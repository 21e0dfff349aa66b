-- What PowerDNS remembers of a pulled zone that its master signs (D-219): PRESIGNED, and NSEC3PARAM of one with NSEC3. It keeps the
-- signatures as records, and makes the NSEC and NSEC3 records from `ordername`.
CREATE TABLE pdns.transferred_metadata (
  domain_id bigint NOT NULL REFERENCES domains ON DELETE CASCADE,
  kind text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (domain_id, kind)
);

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

-- The keys of zones that PowerDNS signs itself: it asks for them, and there are none.
CREATE VIEW pdns.cryptokeys AS
  SELECT NULL::bigint AS id, NULL::bigint AS domain_id, NULL::integer AS flags, NULL::boolean AS active,
    NULL::boolean AS published, NULL::text AS content
  WHERE false;

CREATE FUNCTION pdns.insert_metadata() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.transferred_metadata (domain_id, kind, content)
    SELECT d.id, NEW.kind, NEW.content FROM domains d
    WHERE d.id = NEW.domain_id AND d.type = 'slave' AND NEW.kind IN ('PRESIGNED', 'NSEC3PARAM')
    ON CONFLICT (domain_id, kind) DO UPDATE SET content = excluded.content;
  RETURN NEW;
END $$;
CREATE TRIGGER insert_metadata INSTEAD OF INSERT ON pdns.domainmetadata
  FOR EACH ROW EXECUTE FUNCTION pdns.insert_metadata();

CREATE FUNCTION pdns.delete_metadata() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM pdns.transferred_metadata WHERE domain_id = OLD.domain_id AND kind = OLD.kind;
  RETURN OLD;
END $$;
CREATE TRIGGER delete_metadata INSTEAD OF DELETE ON pdns.domainmetadata
  FOR EACH ROW EXECUTE FUNCTION pdns.delete_metadata();

-- What was pulled belongs to the name, the type and the masters before.
CREATE FUNCTION pdns.forget_metadata() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM pdns.transferred_metadata WHERE domain_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_metadata AFTER UPDATE OF domain, type, master_ips ON domains FOR EACH ROW
  WHEN (OLD.domain <> NEW.domain OR OLD.type <> NEW.type OR OLD.master_ips <> NEW.master_ips)
  EXECUTE FUNCTION pdns.forget_metadata();

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
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA pdns FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_nameserver') THEN PERFORM pdns.grant_access(); END IF;
END $$;
