-- What PowerDNS reads: its own tables as views of ours, so that a committed change is what the next query answers.
CREATE SCHEMA pdns;

-- NAMESERVERS, written when the service starts: the first is the primary of every SOA. Without final period.
CREATE TABLE pdns.nameservers (
  position integer PRIMARY KEY,
  name text NOT NULL
);

-- What PowerDNS remembers of a zone.
CREATE TABLE pdns.zone_states (
  domain_id bigint PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  notified_serial bigint,
  last_check bigint
);

-- The zones that PowerDNS has pulled from the masters of slave domains, in its own form.
CREATE TABLE pdns.transferred_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain_id bigint NOT NULL REFERENCES domains ON DELETE CASCADE,
  name text NOT NULL,
  type text,
  content text,
  ttl integer,
  prio integer,
  disabled boolean NOT NULL,
  ordername text,
  auth boolean NOT NULL
);
CREATE INDEX transferred_records_domain_id_idx ON pdns.transferred_records (domain_id);
CREATE INDEX transferred_records_name_idx ON pdns.transferred_records (name);
CREATE INDEX transferred_records_soa_idx ON pdns.transferred_records (domain_id) WHERE type = 'SOA';
-- Always empty, as no customer's record is an SOA: PowerDNS regularly asks for all SOA records, and learns from this index
-- that none is among them.
CREATE INDEX records_soa_idx ON records (fqdn) WHERE type = 'SOA';

-- Names between a record and its apex. One at which no record stands is an empty non-terminal: it exists (RFC 8020),
-- and PowerDNS knows so only from a row.
CREATE TABLE pdns.parents (
  domain_id bigint NOT NULL REFERENCES domains ON DELETE CASCADE,
  -- Relative to the domain, in lower case.
  name text NOT NULL,
  fqdn text NOT NULL,
  descendants integer NOT NULL,
  PRIMARY KEY (domain_id, name)
);
CREATE INDEX parents_fqdn_idx ON pdns.parents (fqdn);

CREATE FUNCTION pdns.parents_of(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT array_to_string(labels[i:], '.')
  FROM string_to_array(lower(name), '.') labels, generate_series(2, cardinality(labels)) i
$$;

CREATE FUNCTION pdns.count_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO pdns.parents AS p (domain_id, name, fqdn, descendants)
      SELECT d.id, parent, parent || '.' || d.domain, count(*)
      FROM inserted r JOIN domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
      WHERE strpos(r.name, '.') > 0 GROUP BY d.id, parent
      ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + excluded.descendants;
  ELSE
    UPDATE pdns.parents p SET descendants = p.descendants - gone.count
      FROM (SELECT r.domain_id, parent, count(*) FROM deleted r, pdns.parents_of(r.name) parent
            WHERE strpos(r.name, '.') > 0 GROUP BY r.domain_id, parent) gone
      WHERE p.domain_id = gone.domain_id AND p.name = gone.parent;
    IF FOUND THEN
      DELETE FROM pdns.parents p WHERE p.descendants = 0 AND p.domain_id IN (SELECT domain_id FROM deleted);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_parents_of_inserted AFTER INSERT ON records
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION pdns.count_parents();
CREATE TRIGGER count_parents_of_deleted AFTER DELETE ON records
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION pdns.count_parents();

-- A record that moves to another name, row by row: nothing else changes names, and a renamed domain's records keep theirs.
CREATE FUNCTION pdns.move_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pdns.parents SET descendants = descendants - 1
    WHERE domain_id = OLD.domain_id AND name IN (SELECT pdns.parents_of(OLD.name));
  INSERT INTO pdns.parents AS p (domain_id, name, fqdn, descendants)
    SELECT d.id, parent, parent || '.' || d.domain, 1
    FROM domains d, pdns.parents_of(NEW.name) parent WHERE d.id = NEW.domain_id
    ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + 1;
  DELETE FROM pdns.parents WHERE domain_id = OLD.domain_id AND descendants = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER move_parents AFTER UPDATE OF name ON records FOR EACH ROW
  WHEN (OLD.name <> NEW.name AND (strpos(OLD.name, '.') > 0 OR strpos(NEW.name, '.') > 0))
  EXECUTE FUNCTION pdns.move_parents();

CREATE FUNCTION pdns.change_zone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pdns.parents SET fqdn = name || '.' || NEW.domain WHERE domain_id = NEW.id;
  -- What was pulled belongs to the name, the type and the masters before.
  DELETE FROM pdns.transferred_records WHERE domain_id = NEW.id;
  DELETE FROM pdns.zone_states WHERE domain_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER change_zone AFTER UPDATE OF domain, type, master_ips ON domains FOR EACH ROW
  WHEN (OLD.domain <> NEW.domain OR OLD.type <> NEW.type OR OLD.master_ips <> NEW.master_ips)
  EXECUTE FUNCTION pdns.change_zone();

INSERT INTO pdns.parents (domain_id, name, fqdn, descendants)
  SELECT d.id, parent, parent || '.' || d.domain, count(*)
  FROM records r JOIN domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
  GROUP BY d.id, parent;

-- D-107: the address with its @ as a period, and the periods before it, and the like, kept apart. A label has 63 octets,
-- a name 253 characters: an address that doesn't fit gives way to the domain's hostmaster (RFC 2142), or to none.
CREATE FUNCTION pdns.responsible_name(email text, domain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE
    WHEN strpos(email, '@') <= 64 AND length(email) <= 253
      THEN regexp_replace(split_part(email, '@', 1), '[^A-Za-z0-9*/_-]', '\\\&', 'g') || '.' || split_part(email, '@', 2) || '.'
    WHEN length('hostmaster.' || domain) <= 253 THEN 'hostmaster.' || domain || '.'
    ELSE '.'
  END
$$;

CREATE FUNCTION pdns.host(rdata text, domain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN right(rdata, 1) = '.' THEN rdata WHEN rdata = '@' THEN domain || '.' ELSE rdata || '.' || domain || '.' END
$$;

CREATE VIEW pdns.soa AS
  SELECT d.id AS domain_id, d.domain AS name, coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl,
    format('%s. %s %s %s %s %s %s', n.name, pdns.responsible_name(d.soa_email, d.domain), d.serial,
      coalesce(nullif(d.refresh_sec, 0), 14400), coalesce(nullif(d.retry_sec, 0), 14400),
      coalesce(nullif(d.expire_sec, 0), 1209600), least(coalesce(nullif(d.ttl_sec, 0), 86400), 86400)) AS content
  FROM domains d JOIN pdns.nameservers n ON n.position = 1
  WHERE d.type = 'master' AND d.status = 'active';

-- The records that have a place in DNS: one of these types may be too long for a message, which has 65,535 octets in all.
CREATE VIEW pdns.servable AS
  SELECT * FROM records r
  WHERE r.rdata IS NOT NULL AND (r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900);

-- The records of master domains but the SOA, NAMESERVERS among them. Equal ones and unequal TTLs of one set: pdns.records.
CREATE VIEW pdns.rendered AS
  SELECT d.id AS domain_id, d.domain AS name, 'NS' AS type, n.name || '.' AS content,
    coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl, 0 AS prio
  FROM domains d CROSS JOIN pdns.nameservers n WHERE d.type = 'master' AND d.status = 'active'
  UNION ALL
  SELECT r.domain_id, r.fqdn, r.type,
    CASE
      WHEN r.type IN ('NS', 'MX', 'CNAME', 'PTR') THEN pdns.host(r.rdata, d.domain)
      WHEN r.type = 'SRV' THEN format('%s %s %s', r.weight, r.port, pdns.host(r.rdata, d.domain))
      WHEN r.type = 'CAA' THEN format('0 %s %s', r.tag, r.rdata)
      ELSE r.rdata
    END,
    coalesce(nullif(r.ttl_sec, 0), nullif(d.ttl_sec, 0), 86400), r.priority
  FROM pdns.servable r JOIN domains d ON d.id = r.domain_id
  WHERE d.type = 'master' AND d.status = 'active';

-- The windows are partitions of name, type and domain, so that a look-up by these reaches the indexes below.
CREATE VIEW pdns.records AS
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
  WHERE d.type = 'slave' AND d.status = 'active';

-- A master without secondaries is NATIVE: nobody is to be told of its changes.
CREATE VIEW pdns.domains AS
  SELECT d.id, d.domain AS name, CASE d.type WHEN 'slave' THEN array_to_string(d.master_ips, ',') END AS master,
    s.last_check, CASE WHEN d.type = 'slave' THEN 'SLAVE' WHEN d.axfr_ips = '{}' THEN 'NATIVE' ELSE 'MASTER' END AS type,
    s.notified_serial,
    d.account_id::text AS account, NULL::text AS options, NULL::text AS catalog
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
  WHERE d.status = 'active';

-- axfr_ips: who may transfer the zone, and is told of its changes.
CREATE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, kind, ip AS content
  FROM domains d, unnest(d.axfr_ips) ip, unnest(ARRAY['ALLOW-AXFR-FROM', 'ALSO-NOTIFY']) kind
  WHERE d.status = 'active' AND (kind = 'ALLOW-AXFR-FROM' OR d.type = 'master');

-- PowerDNS asks for the key of a signed query; there are none.
CREATE VIEW pdns.tsigkeys AS SELECT NULL::text AS name, NULL::text AS algorithm, NULL::text AS secret WHERE false;

CREATE FUNCTION pdns.insert_transferred() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.transferred_records (domain_id, name, type, content, ttl, prio, disabled, ordername, auth)
    SELECT d.id, NEW.name, NEW.type, NEW.content, NEW.ttl, NEW.prio, coalesce(NEW.disabled, false), NEW.ordername,
      coalesce(NEW.auth, true)
    FROM domains d WHERE d.id = NEW.domain_id AND d.type = 'slave';
  RETURN NEW;
END $$;
CREATE TRIGGER insert_transferred INSTEAD OF INSERT ON pdns.records
  FOR EACH ROW EXECUTE FUNCTION pdns.insert_transferred();

-- PowerDNS deletes by zone, or by name within one.
CREATE FUNCTION pdns.delete_transferred() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM pdns.transferred_records t
    WHERE t.domain_id = OLD.domain_id AND t.name = OLD.name AND t.type IS NOT DISTINCT FROM OLD.type;
  RETURN OLD;
END $$;
CREATE TRIGGER delete_transferred INSTEAD OF DELETE ON pdns.records
  FOR EACH ROW EXECUTE FUNCTION pdns.delete_transferred();

CREATE FUNCTION pdns.remember_state() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.zone_states (domain_id, notified_serial, last_check)
    VALUES (NEW.id, NEW.notified_serial, NEW.last_check)
    ON CONFLICT (domain_id) DO UPDATE
      SET notified_serial = excluded.notified_serial, last_check = excluded.last_check;
  RETURN NEW;
END $$;
CREATE TRIGGER remember_state INSTEAD OF UPDATE ON pdns.domains
  FOR EACH ROW EXECUTE FUNCTION pdns.remember_state();

-- The role that sees this and nothing else; PowerDNS logs in with a role that is a member of it. Roles belong to the
-- whole server: it may exist from another database, or be made by somebody who may (docs/nameservers.md).
CREATE FUNCTION pdns.grant_access() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT USAGE ON SCHEMA pdns TO cloud_account_nameserver;
  GRANT SELECT ON pdns.records, pdns.domains, pdns.domainmetadata, pdns.tsigkeys TO cloud_account_nameserver;
  GRANT INSERT, DELETE ON pdns.records TO cloud_account_nameserver;
  GRANT UPDATE ON pdns.domains TO cloud_account_nameserver;
  -- A view reads tables as its owner, but calls functions as whoever asks.
  GRANT EXECUTE ON FUNCTION pdns.host, pdns.responsible_name TO cloud_account_nameserver;
END $$;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA pdns FROM PUBLIC;

DO $$
BEGIN
  BEGIN
    CREATE ROLE cloud_account_nameserver NOLOGIN;
  EXCEPTION
    WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
  END;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_nameserver') THEN
    PERFORM pdns.grant_access();
  ELSE
    RAISE WARNING 'the role cloud_account_nameserver is missing: see docs/nameservers.md';
  END IF;
END $$;
