-- What PowerDNS looks at every few seconds, as views whose cost does not grow with the number of domains: masters whose
-- secondaries (axfr_ips) are not told of the serial yet, and slaves. deploy/powerdns/changed-zones.conf asks for them.
CREATE TABLE pdns.unnotified_zones (
  domain_id bigint PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  serial bigint NOT NULL
);

CREATE FUNCTION pdns.want_notify() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.unnotified_zones (domain_id, serial) VALUES (NEW.id, NEW.serial)
    ON CONFLICT (domain_id) DO UPDATE SET serial = excluded.serial;
  RETURN NULL;
END $$;
CREATE TRIGGER want_notify_of_new AFTER INSERT ON domains FOR EACH ROW
  WHEN (NEW.axfr_ips <> '{}' AND NEW.type = 'master') EXECUTE FUNCTION pdns.want_notify();
CREATE TRIGGER want_notify AFTER UPDATE OF serial ON domains FOR EACH ROW
  WHEN (OLD.serial <> NEW.serial AND NEW.axfr_ips <> '{}' AND NEW.type = 'master') EXECUTE FUNCTION pdns.want_notify();

INSERT INTO pdns.unnotified_zones (domain_id, serial)
  SELECT d.id, d.serial FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
  WHERE d.axfr_ips <> '{}' AND d.type = 'master' AND s.notified_serial IS DISTINCT FROM d.serial;

-- A zone that changed again meanwhile has another serial in its row, which stays.
CREATE OR REPLACE FUNCTION pdns.remember_state() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.zone_states (domain_id, notified_serial, last_check)
    SELECT d.id, NEW.notified_serial, NEW.last_check FROM domains d WHERE d.id = NEW.id
    ON CONFLICT (domain_id) DO UPDATE
      SET notified_serial = excluded.notified_serial, last_check = excluded.last_check;
  DELETE FROM pdns.unnotified_zones WHERE domain_id = NEW.id AND serial = NEW.notified_serial;
  RETURN NEW;
END $$;

CREATE VIEW pdns.changed_zones AS
  SELECT d.id, d.domain AS name, 'MASTER' AS type, s.notified_serial, NULL AS options, NULL AS catalog, soa.content
  FROM pdns.unnotified_zones u JOIN domains d ON d.id = u.domain_id JOIN pdns.soa ON soa.domain_id = u.domain_id
    LEFT JOIN pdns.zone_states s ON s.domain_id = u.domain_id
  WHERE d.axfr_ips <> '{}';

CREATE INDEX domains_slave_idx ON domains (id) WHERE type = 'slave';
CREATE VIEW pdns.slaves AS
  SELECT d.id, d.domain AS name, 'SLAVE' AS type, array_to_string(d.master_ips, ',') AS master, s.last_check, t.content
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
    LEFT JOIN pdns.transferred_records t ON t.domain_id = d.id AND t.type = 'SOA' AND t.name = d.domain
  WHERE d.type = 'slave' AND d.status = 'active';

-- The key with which the platform's secondaries transfer all zones, if there are any: from the setting TSIG_KEY.
CREATE TABLE pdns.tsig_keys (
  name text PRIMARY KEY,
  algorithm text NOT NULL,
  secret text NOT NULL
);

-- The zones of CATALOG_ZONE (RFC 9432), which tell secondaries what zones there are. Each lists a part of the domains, as the
-- whole zone is transferred when its part of them changes. Ids are above those of domains.
CREATE TABLE pdns.catalogs (
  id bigint PRIMARY KEY,
  position integer NOT NULL UNIQUE,
  name text NOT NULL UNIQUE,
  serial bigint NOT NULL
);

-- A domain that begins anew (name, type, masters) gets a new member, so that secondaries drop what they have of it.
CREATE SEQUENCE pdns.catalog_member_labels;
CREATE TABLE pdns.catalog_members (
  domain_id bigint PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  catalog_id bigint NOT NULL REFERENCES pdns.catalogs ON DELETE CASCADE,
  fqdn text NOT NULL,
  domain text NOT NULL
);
CREATE INDEX catalog_members_catalog_id_idx ON pdns.catalog_members (catalog_id);
CREATE INDEX catalog_members_fqdn_idx ON pdns.catalog_members (fqdn);

-- Catalogs whose members changed; the service raises their serials. Raised here, one serial would make all changes wait for each
-- other.
CREATE TABLE pdns.changed_catalogs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  catalog_id bigint NOT NULL
);

CREATE FUNCTION pdns.note_changed_catalogs() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.changed_catalogs (catalog_id) SELECT DISTINCT catalog_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER note_new_members AFTER INSERT ON pdns.catalog_members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION pdns.note_changed_catalogs();
CREATE TRIGGER note_gone_members AFTER DELETE ON pdns.catalog_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION pdns.note_changed_catalogs();

-- A name is always in the same catalog: a secondary could see it in two otherwise, when another domain gets the name.
CREATE FUNCTION pdns.catalog_of(domain text) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT id FROM pdns.catalogs
  WHERE position = get_byte(sha256(convert_to($1, 'UTF8')), 0) % (SELECT nullif(count(*), 0) FROM pdns.catalogs)
$$;

CREATE FUNCTION pdns.list_in_catalog() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pdns.catalog_members WHERE domain_id = NEW.id;
  END IF;
  IF NEW.status = 'active' THEN
    INSERT INTO pdns.catalog_members (domain_id, catalog_id, fqdn, domain)
      SELECT NEW.id, c.id, nextval('pdns.catalog_member_labels') || '.zones.' || c.name, NEW.domain
      FROM pdns.catalogs c WHERE c.id = pdns.catalog_of(NEW.domain);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER list_new_in_catalog AFTER INSERT ON domains FOR EACH ROW EXECUTE FUNCTION pdns.list_in_catalog();
CREATE TRIGGER list_in_catalog AFTER UPDATE OF status, domain, type, master_ips ON domains FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.domain <> NEW.domain OR OLD.type <> NEW.type OR OLD.master_ips <> NEW.master_ips)
  EXECUTE FUNCTION pdns.list_in_catalog();

-- The zones that a secondary of the platform may not have in this serial yet. The service sends a NOTIFY until all have it.
CREATE TABLE pdns.announcements (
  zone_id bigint PRIMARY KEY,
  serial bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  due timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX announcements_new_idx ON pdns.announcements (zone_id) WHERE attempts = 0;
CREATE INDEX announcements_due_idx ON pdns.announcements (due) WHERE attempts > 0;
CREATE INDEX announcements_since_idx ON pdns.announcements (since);

CREATE FUNCTION pdns.announce(zone_id bigint, serial bigint) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO pdns.announcements AS a (zone_id, serial) SELECT $1, $2 WHERE EXISTS (SELECT FROM pdns.catalogs)
    ON CONFLICT (zone_id) DO UPDATE SET serial = excluded.serial, since = excluded.since, attempts = 0
$$;

CREATE FUNCTION pdns.announce_domain() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pdns.announce(NEW.id, NEW.serial);
  RETURN NULL;
END $$;
CREATE TRIGGER announce_new_domain AFTER INSERT ON domains FOR EACH ROW
  WHEN (NEW.type = 'master') EXECUTE FUNCTION pdns.announce_domain();
CREATE TRIGGER announce_domain AFTER UPDATE OF serial ON domains FOR EACH ROW
  WHEN (OLD.serial <> NEW.serial AND NEW.type = 'master') EXECUTE FUNCTION pdns.announce_domain();

CREATE FUNCTION pdns.announce_transferred() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pdns.announce(NEW.domain_id, substring(NEW.content FROM '^\S+ \S+ (\d{1,10}) ')::bigint);
  RETURN NULL;
END $$;
CREATE TRIGGER announce_transferred AFTER INSERT ON pdns.transferred_records FOR EACH ROW
  WHEN (NEW.type = 'SOA') EXECUTE FUNCTION pdns.announce_transferred();

-- A master without secondaries is NATIVE: nobody is to be told of its changes.
CREATE OR REPLACE VIEW pdns.domains AS
  SELECT d.id, d.domain AS name, CASE d.type WHEN 'slave' THEN array_to_string(d.master_ips, ',') END AS master,
    s.last_check, CASE WHEN d.type = 'slave' THEN 'SLAVE' WHEN d.axfr_ips = '{}' THEN 'NATIVE' ELSE 'MASTER' END AS type,
    s.notified_serial, d.account_id::text AS account, NULL::text AS options, NULL::text AS catalog
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
  WHERE d.status = 'active'
  UNION ALL
  SELECT c.id, c.name, NULL, NULL, 'NATIVE', NULL, NULL, NULL, NULL FROM pdns.catalogs c;

-- Who may transfer a zone, and who is told of its changes: axfr_ips. An IPv4 address that is written as IPv6
-- (::ffff:192.0.2.1) is what PowerDNS sees as IPv4. The platform's secondaries may transfer all zones, with their key.
CREATE OR REPLACE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip, unnest(ARRAY['ALLOW-AXFR-FROM', 'ALSO-NOTIFY']) kind
  WHERE d.status = 'active' AND (kind = 'ALLOW-AXFR-FROM' OR d.type = 'master')
  UNION ALL
  SELECT d.id, 'TSIG-ALLOW-AXFR', k.name FROM pdns.tsig_keys k CROSS JOIN domains d WHERE d.status = 'active'
  UNION ALL
  SELECT c.id, 'TSIG-ALLOW-AXFR', k.name FROM pdns.tsig_keys k CROSS JOIN pdns.catalogs c;

CREATE OR REPLACE VIEW pdns.tsigkeys AS SELECT name, algorithm, secret FROM pdns.tsig_keys;

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
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA pdns FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_nameserver') THEN PERFORM pdns.grant_access(); END IF;
END $$;
