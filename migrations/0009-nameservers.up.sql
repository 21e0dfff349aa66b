CREATE SCHEMA pdns;
COMMENT ON SCHEMA pdns IS 'What the nameservers read and write: the role cloud_account_nameserver sees this schema and nothing else.';

CREATE TABLE pdns.nameservers (
  position integer PRIMARY KEY,
  name text NOT NULL
);
COMMENT ON TABLE pdns.nameservers IS
  'The setting NAMESERVERS, written at each start: the first is the primary of every SOA. Names have no final period.';

CREATE TABLE pdns.zone_form (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  form text NOT NULL,
  raised_to bigint
);
COMMENT ON TABLE pdns.zone_form IS
  'What all zones show beside what their domains say: the form of the release and NAMESERVERS (D-292). One row.';

CREATE TABLE pdns.zone_states (
  domain_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  notified_serial bigint,
  last_check bigint,
  CONSTRAINT zone_states_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE pdns.zone_states IS 'What PowerDNS stores about a zone.';

CREATE TABLE pdns.parents (
  account_id bigint NOT NULL,
  domain_id bigint,
  -- Relative to the domain, in lower case.
  name text,
  fqdn text NOT NULL,
  descendants integer NOT NULL,
  CONSTRAINT parents_pkey PRIMARY KEY (domain_id, name),
  CONSTRAINT parents_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
CREATE INDEX parents_fqdn_idx ON pdns.parents (fqdn);
COMMENT ON TABLE pdns.parents IS
  'The names between a record and its apex. Where no record stands such a name is an empty non-terminal (RFC 8020), which '
  'PowerDNS knows only from a row.';

CREATE TABLE pdns.transferred_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  domain_id bigint NOT NULL,
  name text NOT NULL,
  type text,
  content text,
  ttl integer,
  prio integer,
  disabled boolean NOT NULL,
  ordername text,
  auth boolean NOT NULL,
  CONSTRAINT transferred_records_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
CREATE INDEX transferred_records_domain_id_idx ON pdns.transferred_records (domain_id);
CREATE INDEX transferred_records_name_idx ON pdns.transferred_records (name);
CREATE INDEX transferred_records_soa_idx ON pdns.transferred_records (domain_id) WHERE type = 'SOA';
CREATE INDEX transferred_records_order_idx ON pdns.transferred_records (domain_id, ordername text_pattern_ops) WHERE ordername IS NOT NULL;
COMMENT ON TABLE pdns.transferred_records IS 'The zones of slave domains, as PowerDNS transferred them from their masters.';

CREATE TABLE pdns.transferred_metadata (
  account_id bigint NOT NULL,
  domain_id bigint,
  kind text,
  content text NOT NULL,
  CONSTRAINT transferred_metadata_pkey PRIMARY KEY (domain_id, kind),
  CONSTRAINT transferred_metadata_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE pdns.transferred_metadata IS 'What PowerDNS stores about a transferred zone that its master signed (D-219).';

CREATE TABLE pdns.unnotified_zones (
  domain_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  serial bigint NOT NULL,
  -- `waiting` are the addresses that have not answered for `told_serial`. A new serial starts again with all addresses.
  told_serial bigint,
  attempts integer NOT NULL DEFAULT 0,
  due timestamptz NOT NULL DEFAULT now(),
  waiting text[],
  CONSTRAINT unnotified_zones_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE pdns.unnotified_zones IS
  'The zones whose axfr_ips have not confirmed the serial yet. The service sends them NOTIFY (D-289).';

CREATE TABLE pdns.tsig_keys (
  name text PRIMARY KEY,
  algorithm text NOT NULL,
  secret text NOT NULL
);
COMMENT ON TABLE pdns.tsig_keys IS 'The key with which the platform''s secondaries transfer zones: the setting TSIG_KEY.';

CREATE TABLE pdns.catalogs (
  id bigint PRIMARY KEY,
  position integer NOT NULL UNIQUE,
  name text NOT NULL UNIQUE,
  serial bigint NOT NULL
);
COMMENT ON TABLE pdns.catalogs IS
  'The catalog zones below CATALOG_ZONE (RFC 9432). Each lists a part of the domains, because secondaries transfer a whole '
  'catalog when a member changes. Ids are above those of domains.';

CREATE TABLE pdns.catalog_members (
  domain_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  catalog_id bigint NOT NULL REFERENCES pdns.catalogs ON DELETE CASCADE,
  fqdn text NOT NULL,
  domain text NOT NULL,
  CONSTRAINT catalog_members_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
CREATE INDEX catalog_members_catalog_id_idx ON pdns.catalog_members (catalog_id);
CREATE INDEX catalog_members_fqdn_idx ON pdns.catalog_members (fqdn);
COMMENT ON TABLE pdns.catalog_members IS 'The domains that a catalog lists, each below a name that cannot be guessed.';

CREATE TABLE pdns.changed_catalogs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  catalog_id bigint NOT NULL
);
COMMENT ON TABLE pdns.changed_catalogs IS
  'Catalogs whose members changed. The service raises their serials later: one row per catalog would serialize all changes.';

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
COMMENT ON TABLE pdns.announcements IS
  'The zones that a secondary of the platform may not have in this serial yet. The service sends NOTIFY until each has it.';

CREATE FUNCTION pdns.parents_of(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT array_to_string(labels[i:], '.')
  FROM string_to_array(lower(name), '.') labels, generate_series(2, cardinality(labels)) i
$$;
COMMENT ON FUNCTION pdns.parents_of(text) IS 'The names between a relative name and its apex, without either.';

CREATE FUNCTION pdns.host(rdata text, domain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN right(rdata, 1) = '.' THEN rdata WHEN rdata = '@' THEN domain || '.' ELSE rdata || '.' || domain || '.' END
$$;
COMMENT ON FUNCTION pdns.host(text, text) IS 'A host as DNS has it: absolute, with a final period. @ is the apex.';

CREATE FUNCTION pdns.responsible_name(email text, domain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE
    WHEN strpos(email, '@') <= 64 AND length(email) <= 253
      THEN regexp_replace(split_part(email, '@', 1), '[^A-Za-z0-9*/_-]', '\\\&', 'g') || '.' || split_part(email, '@', 2) || '.'
    WHEN length('hostmaster.' || domain) <= 253 THEN 'hostmaster.' || domain || '.'
    ELSE '.'
  END
$$;
COMMENT ON FUNCTION pdns.responsible_name(text, text) IS
  'The SOA''s responsible name of an e-mail address (D-107). An address that does not fit gives way to hostmaster (RFC 2142), '
  'or to the root.';

CREATE FUNCTION pdns.announce(zone_id bigint, serial bigint) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO pdns.announcements AS a (zone_id, serial) SELECT $1, $2 WHERE EXISTS (SELECT FROM pdns.catalogs)
    ON CONFLICT (zone_id) DO UPDATE SET serial = excluded.serial, since = excluded.since, attempts = 0
$$;
COMMENT ON FUNCTION pdns.announce(bigint, bigint) IS
  'Notes that secondaries of the platform need this serial, if there are catalogs.';

CREATE FUNCTION pdns.announce_transferred() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pdns.announce(NEW.domain_id, substring(NEW.content FROM '^\S+ \S+ (\d{1,10}) ')::bigint);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.announce_transferred() IS 'Announces a transferred zone with the serial of its SOA.';

CREATE TRIGGER announce_transferred AFTER INSERT ON pdns.transferred_records FOR EACH ROW WHEN (NEW.type = 'SOA')
  EXECUTE FUNCTION pdns.announce_transferred();
COMMENT ON TRIGGER announce_transferred ON pdns.transferred_records IS 'PowerDNS writes these rows.';

CREATE FUNCTION pdns.bound_transferred() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  plain bigint;
  total bigint;
BEGIN
  SELECT count(*) FILTER (WHERE type NOT IN ('RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM', 'DNSKEY', 'CDS', 'CDNSKEY')), count(*)
    INTO plain, total FROM pdns.transferred_records WHERE domain_id = NEW.domain_id;
  IF plain > 12000 OR total > 100000 THEN
    RAISE EXCEPTION 'the slave zone of domain % has too many records', NEW.domain_id USING ERRCODE = 'program_limit_exceeded';
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.bound_transferred() IS
  'Refuses a slave zone of more than 12,000 records, or 100,000 with signatures. PowerDNS inserts row by row, so each '
  'hundredth row counts; the transfer then fails as a whole.';

CREATE TRIGGER bound_transferred AFTER INSERT ON pdns.transferred_records FOR EACH ROW WHEN (NEW.id % 100 = 0)
  EXECUTE FUNCTION pdns.bound_transferred();
COMMENT ON TRIGGER bound_transferred ON pdns.transferred_records IS 'PowerDNS writes these rows.';

CREATE FUNCTION pdns.change_zone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pdns.parents SET fqdn = name || '.' || NEW.domain WHERE domain_id = NEW.id;
  DELETE FROM pdns.transferred_records WHERE domain_id = NEW.id;
  DELETE FROM pdns.transferred_metadata WHERE domain_id = NEW.id;
  DELETE FROM pdns.zone_states WHERE domain_id = NEW.id;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.change_zone() IS
  'Renames the names of pdns.parents, and deletes what was transferred for the old name, type or masters.';

CREATE TRIGGER change_zone AFTER UPDATE OF domain, type, master_ips ON domains FOR EACH ROW
  WHEN (OLD.domain <> NEW.domain OR OLD.type <> NEW.type OR OLD.master_ips <> NEW.master_ips)
  EXECUTE FUNCTION pdns.change_zone();
COMMENT ON TRIGGER change_zone ON domains IS 'Names and transferred records must follow the zone.';

CREATE FUNCTION pdns.tell_of_serial() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.type <> 'master' OR NEW.serial IS NOT DISTINCT FROM OLD.serial THEN RETURN NULL; END IF;
  IF NEW.axfr_ips <> '{}' THEN
    INSERT INTO pdns.unnotified_zones (account_id, domain_id, serial) VALUES (NEW.account_id, NEW.id, NEW.serial)
      ON CONFLICT (domain_id) DO UPDATE SET serial = excluded.serial;
  END IF;
  IF EXISTS (SELECT FROM pdns.catalogs) THEN
    PERFORM pdns.announce(NEW.id, NEW.serial);
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.tell_of_serial() IS
  'Notes who needs the new serial of a master: its axfr_ips, and the secondaries of the platform. Names are qualified, which '
  'is faster than a search path.';

CREATE TRIGGER tell_of_serial AFTER INSERT OR UPDATE OF serial ON domains
  FOR EACH ROW EXECUTE FUNCTION pdns.tell_of_serial();
COMMENT ON TRIGGER tell_of_serial ON domains IS 'Each new serial must reach secondaries, whichever statement raises it.';

CREATE FUNCTION pdns.catalog_of(domain text) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT id FROM pdns.catalogs
  WHERE position = get_byte(sha256(convert_to($1, 'UTF8')), 0) % (SELECT nullif(count(*), 0) FROM pdns.catalogs)
$$;
COMMENT ON FUNCTION pdns.catalog_of(text) IS
  'The catalog of a name: always the same one, so that a secondary never sees a name in two.';

CREATE FUNCTION pdns.clear_catalogs() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  TRUNCATE pdns.catalog_members, pdns.changed_catalogs, pdns.announcements
$$;
COMMENT ON FUNCTION pdns.clear_catalogs() IS
  'Empties the catalogs when CATALOG_ZONE changes. Runs as its owner, because the service may not truncate.';

CREATE FUNCTION pdns.list_in_catalog() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.status, OLD.domain, OLD.type, OLD.master_ips) = (NEW.status, NEW.domain, NEW.type, NEW.master_ips) THEN RETURN NULL; END IF;
    DELETE FROM pdns.catalog_members WHERE domain_id = NEW.id;
  END IF;
  IF NEW.status = 'active' THEN
    INSERT INTO pdns.catalog_members (account_id, domain_id, catalog_id, fqdn, domain)
      SELECT NEW.account_id, NEW.id, c.id, replace(gen_random_uuid()::text, '-', '') || '.zones.' || c.name, NEW.domain
      FROM pdns.catalogs c WHERE c.id = pdns.catalog_of(NEW.domain);
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.list_in_catalog() IS
  'Lists an active domain in its catalog, below a new random name: a secondary then transfers the zone anew.';

CREATE TRIGGER list_in_catalog AFTER INSERT OR UPDATE OF status, domain, type, master_ips ON domains
  FOR EACH ROW EXECUTE FUNCTION pdns.list_in_catalog();
COMMENT ON TRIGGER list_in_catalog ON domains IS 'The catalogs must follow each domain, whichever statement changes it.';

CREATE FUNCTION pdns.note_changed_catalogs() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.changed_catalogs (catalog_id) SELECT DISTINCT catalog_id FROM changed;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.note_changed_catalogs() IS 'Notes the catalogs whose members changed.';

CREATE TRIGGER note_new_members AFTER INSERT ON pdns.catalog_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION pdns.note_changed_catalogs();
COMMENT ON TRIGGER note_new_members ON pdns.catalog_members IS 'Each change of members must raise the serial of the catalog.';

CREATE TRIGGER note_gone_members AFTER DELETE ON pdns.catalog_members REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION pdns.note_changed_catalogs();
COMMENT ON TRIGGER note_gone_members ON pdns.catalog_members IS 'See note_new_members.';
