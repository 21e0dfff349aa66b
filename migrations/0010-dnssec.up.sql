CREATE TABLE pdns.signed_zones (
  domain_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('preparing', 'signed', 'rolling', 'replacing', 'retiring', 'ending', 'unsigning')),
  since timestamptz(0) NOT NULL,
  -- When the status ends by itself; null while it waits for the parent zone, or does not end.
  until timestamptz(0),
  -- The longest time for which resolvers keep the zone's DS records.
  ds_ttl_sec integer NOT NULL,
  -- When secondaries were last told to transfer the signatures of a new week.
  renewed timestamptz(0) NOT NULL,
  -- When the job looks at the zone next.
  due timestamptz(0) NOT NULL,
  -- Whether the service keeps the DS records in the domain above it (D-293).
  delegated boolean NOT NULL DEFAULT false,
  CONSTRAINT signed_zones_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE
);
CREATE INDEX signed_zones_due_idx ON pdns.signed_zones (due);
CREATE UNIQUE INDEX signed_zones_account_id_key ON pdns.signed_zones (account_id, domain_id);
COMMENT ON TABLE pdns.signed_zones IS 'The zones with DNSSEC (D-244). docs/nameservers.md describes each status.';

CREATE TABLE pdns.zone_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  domain_id bigint NOT NULL,
  -- In base64, as in the DNSKEY record.
  public_key text NOT NULL,
  -- In PowerDNS's form.
  private_key text NOT NULL,
  created timestamptz(0) NOT NULL,
  CONSTRAINT zone_keys_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.signed_zones (account_id, domain_id) ON DELETE CASCADE
);
CREATE INDEX zone_keys_domain_id_idx ON pdns.zone_keys (domain_id);
COMMENT ON TABLE pdns.zone_keys IS
  'The keys of signed zones, the oldest first. The service writes private keys and does not read them.';

CREATE TABLE pdns.signed_names (
  account_id bigint NOT NULL,
  domain_id bigint,
  name text,
  ordername text NOT NULL,
  -- Whether the name is above, at or below a delegation. Names below one are not served, those at one not signed.
  zone_cut text NOT NULL DEFAULT 'above' CHECK (zone_cut IN ('above', 'at', 'below')),
  CONSTRAINT signed_names_pkey PRIMARY KEY (domain_id, name),
  CONSTRAINT signed_names_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.signed_zones (account_id, domain_id) ON DELETE CASCADE
);
CREATE INDEX signed_names_order_idx ON pdns.signed_names (domain_id, ordername text_pattern_ops) WHERE zone_cut <> 'below';
CREATE INDEX signed_names_reverse_idx ON pdns.signed_names (domain_id, reverse(name) COLLATE "C");
COMMENT ON TABLE pdns.signed_names IS 'Each name of a signed zone with its NSEC3 hash (RFC 5155).';

CREATE TABLE pdns.kept_zones (
  domain_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  serial bigint NOT NULL,
  week integer NOT NULL,
  keys bigint[] NOT NULL,
  CONSTRAINT kept_zones_account_id_key UNIQUE (account_id, domain_id),
  CONSTRAINT kept_zones_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.signed_zones (account_id, domain_id) ON DELETE CASCADE
);
COMMENT ON TABLE pdns.kept_zones IS 'The state in which the signer last served a zone (D-290).';

CREATE TABLE pdns.kept_sets (
  account_id bigint NOT NULL,
  domain_id bigint,
  name text,
  type text,
  ttl integer NOT NULL,
  content text NOT NULL,
  is_signed boolean NOT NULL,
  records bytea NOT NULL,
  CONSTRAINT kept_sets_pkey PRIMARY KEY (domain_id, name, type),
  CONSTRAINT kept_sets_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.kept_zones (account_id, domain_id) ON DELETE CASCADE
);
CREATE INDEX kept_sets_account_id_idx ON pdns.kept_sets (account_id, domain_id);
COMMENT ON TABLE pdns.kept_sets IS
  'The record sets of that state with their signatures, so that unchanged sets are not signed again.';

CREATE TABLE pdns.kept_changes (
  account_id bigint NOT NULL,
  domain_id bigint,
  from_serial bigint,
  to_serial bigint NOT NULL,
  made timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed bytea NOT NULL,
  added bytea NOT NULL,
  CONSTRAINT kept_changes_pkey PRIMARY KEY (domain_id, from_serial),
  CONSTRAINT kept_changes_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.kept_zones (account_id, domain_id) ON DELETE CASCADE
);
CREATE INDEX kept_changes_account_id_idx ON pdns.kept_changes (account_id, domain_id);
COMMENT ON TABLE pdns.kept_changes IS
  'The differences between the serials that the signer served, for incremental transfer (RFC 1995).';

CREATE FUNCTION pdns.nsec3_hash(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  SET search_path = public, extensions, pg_temp AS $$
  SELECT string_agg(substr('0123456789abcdefghijklmnopqrstuv', 1 + substring(hash FROM 5 * i + 1 FOR 5)::bit(5)::integer, 1), ''
    ORDER BY i)
  FROM (
    SELECT ('x' || encode(digest(string_agg(set_byte('\x00', 0, length(label)) || convert_to(label, 'UTF8'), '' ORDER BY nth) || '\x00',
      'sha1'), 'hex'))::bit(160) AS hash
    FROM string_to_table(lower(name), '.') WITH ORDINALITY AS labels (label, nth)) hashed, generate_series(0, 31) i
$$;
COMMENT ON FUNCTION pdns.nsec3_hash(text) IS
  'The NSEC3 hash of a name, without salt and further iterations (RFC 5155, RFC 9276), in base32hex.';

CREATE FUNCTION pdns.order_first(zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below'
   ORDER BY ordername USING ~<~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername IS NOT NULL
   ORDER BY ordername USING ~<~ LIMIT 1)
$$;
COMMENT ON FUNCTION pdns.order_first(bigint) IS
  'The first name of a zone in the order of NSEC3. deploy/powerdns/pdns.conf asks it. The settings keep its plan on the '
  'index, whatever the statistics were when the session planned it.';

CREATE FUNCTION pdns.order_last(zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below' AND ordername <> ''
   ORDER BY ordername USING ~>~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername <> ''
   ORDER BY ordername USING ~>~ LIMIT 1)
$$;
COMMENT ON FUNCTION pdns.order_last(bigint) IS 'The last name of a zone in the order of NSEC3.';

CREATE FUNCTION pdns.order_before(hash text, zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below' AND ordername ~<=~ hash
   ORDER BY ordername USING ~>~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername ~<=~ hash
   ORDER BY ordername USING ~>~ LIMIT 1)
$$;
COMMENT ON FUNCTION pdns.order_before(text, bigint) IS 'The name at or before a hash in the order of NSEC3.';

CREATE FUNCTION pdns.order_after(hash text, zone bigint) RETURNS TABLE (ordername text, name text) LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
  (SELECT ordername, name FROM pdns.signed_names WHERE domain_id = zone AND zone_cut <> 'below' AND ordername ~>~ hash
   ORDER BY ordername USING ~<~ LIMIT 1)
  UNION ALL
  (SELECT ordername, name FROM pdns.transferred_records WHERE domain_id = zone AND NOT disabled AND ordername ~>~ hash
   ORDER BY ordername USING ~<~ LIMIT 1)
$$;
COMMENT ON FUNCTION pdns.order_after(text, bigint) IS 'The name after a hash in the order of NSEC3.';

CREATE FUNCTION pdns.note_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pdns.changed_catalogs (catalog_id)
    SELECT catalog_id FROM pdns.catalog_members WHERE domain_id = coalesce(NEW.domain_id, OLD.domain_id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.note_signed() IS
  'Notes the catalog of a zone that begins or ends to be signed: secondaries transfer signed zones from the signer.';

CREATE TRIGGER note_signed AFTER INSERT OR DELETE ON pdns.signed_zones
  FOR EACH ROW EXECUTE FUNCTION pdns.note_signed();
COMMENT ON TRIGGER note_signed ON pdns.signed_zones IS 'The catalogs must follow, whichever statement writes.';

CREATE FUNCTION pdns.fill_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
    SELECT NEW.account_id, NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
      SELECT domain FROM domains WHERE id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.servable WHERE domain_id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id) names (name);
  PERFORM pdns.place_names(NEW.domain_id, '{}',
    ARRAY(SELECT DISTINCT fqdn FROM records WHERE domain_id = NEW.domain_id AND type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.fill_signed_names() IS 'Adds all names of a zone that begins to be signed.';

CREATE TRIGGER fill_signed_names AFTER INSERT ON pdns.signed_zones
  FOR EACH ROW EXECUTE FUNCTION pdns.fill_signed_names();
COMMENT ON TRIGGER fill_signed_names ON pdns.signed_zones IS 'A signed zone must never be without its names.';

CREATE FUNCTION pdns.place_names(zone bigint, names text[], delegations text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  cuts text[];
BEGIN
  WITH stored AS (
    SELECT DISTINCT r.account_id, r.fqdn FROM records r JOIN domains d ON d.id = r.domain_id
    WHERE r.domain_id = zone AND r.type = 'NS' AND r.name <> '' AND r.rdata IS NOT NULL
      AND (r.rdata NOT LIKE '%.' OR '.' || lower(r.rdata) LIKE '%.' || d.domain || '.')),
  found AS (
    SELECT stored.account_id, stored.fqdn, EXISTS (
        SELECT FROM pdns.servable r WHERE r.domain_id = zone AND r.fqdn = stored.fqdn AND r.type = 'NS') AS delegates
    FROM stored),
  added AS (
    INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
      SELECT account_id, zone, fqdn, pdns.nsec3_hash(fqdn) FROM found WHERE delegates
      ON CONFLICT DO NOTHING RETURNING name),
  removed AS (
    DELETE FROM pdns.signed_names n USING found
    WHERE n.domain_id = zone AND n.name = found.fqdn AND NOT found.delegates
      AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = zone AND r.fqdn = n.name)
      AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = zone AND p.fqdn = n.name))
  SELECT delegations || array_agg(found.fqdn) INTO cuts
    FROM found LEFT JOIN pdns.signed_names n ON n.domain_id = zone AND n.name = found.fqdn
    WHERE CASE WHEN found.delegates THEN coalesce(n.zone_cut = 'above', true) ELSE n.zone_cut = 'at' END;
  UPDATE pdns.signed_names n SET zone_cut = placed.zone_cut
  FROM (
    SELECT moved.name, CASE WHEN cut.name IS NULL THEN 'above' WHEN cut.name = moved.name THEN 'at' ELSE 'below' END AS zone_cut
    FROM (
      SELECT unnest(names || cuts)
      UNION
      SELECT below.name FROM unnest(cuts) above, LATERAL (
        SELECT b.name FROM pdns.signed_names b WHERE b.domain_id = zone
          AND reverse(b.name) COLLATE "C" > reverse(above) || '.' AND reverse(b.name) COLLATE "C" < reverse(above) || '/' OFFSET 0) below
    ) moved (name) LEFT JOIN LATERAL (
      SELECT r.fqdn AS name FROM unnest(ARRAY(SELECT pdns.parents_of(moved.name)) || moved.name) above, LATERAL (
        SELECT r.fqdn FROM pdns.servable r WHERE r.domain_id = zone AND r.fqdn = above AND r.type = 'NS' AND r.name <> '' LIMIT 1) r
      ORDER BY length(r.fqdn) LIMIT 1) cut ON true
  ) placed
  WHERE n.domain_id = zone AND n.name = placed.name AND n.zone_cut <> placed.zone_cut;
END $$;
COMMENT ON FUNCTION pdns.place_names(bigint, text[], text[]) IS
  'Sets zone_cut of the given names, and of the names at and below delegations that began or ended: the given ones, and those '
  'whose nameservers gained or lost their last address. LATERAL keeps it on the indexes, name by name.';

CREATE FUNCTION pdns.follow_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account bigint;
  zone bigint;
  added text[];
BEGIN
  IF EXISTS (SELECT FROM inserted WHERE strpos(name, '.') > 0) THEN
    INSERT INTO pdns.parents AS p (account_id, domain_id, name, fqdn, descendants)
      SELECT d.account_id, d.id, parent, parent || '.' || d.domain, count(*)
      FROM inserted r JOIN public.domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
      WHERE strpos(r.name, '.') > 0 GROUP BY d.id, parent
      ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + excluded.descendants;
  END IF;
  -- Zones without DNSSEC pay for no more than this look.
  FOR account, zone IN
    SELECT z.account_id, z.domain_id FROM pdns.signed_zones z WHERE z.domain_id IN (SELECT domain_id FROM inserted)
  LOOP
    WITH names AS (
      INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
        SELECT account, zone, name, pdns.nsec3_hash(name) FROM (
          SELECT fqdn FROM inserted WHERE domain_id = zone
          UNION
          SELECT parent || '.' || d.domain
          FROM inserted r JOIN public.domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
          WHERE r.domain_id = zone) names (name)
        ON CONFLICT DO NOTHING RETURNING name)
      SELECT array_agg(name) INTO added FROM names;
    PERFORM pdns.place_names(zone, added,
      ARRAY(SELECT DISTINCT fqdn FROM inserted WHERE domain_id = zone AND type = 'NS' AND name <> ''));
  END LOOP;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.follow_inserted() IS
  'Adds the names of new records to pdns.parents and, in a signed zone, to pdns.signed_names.';

CREATE TRIGGER follow_inserted AFTER INSERT ON records REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION pdns.follow_inserted();
COMMENT ON TRIGGER follow_inserted ON records IS
  'The names that nameservers read must follow the records, whichever statement writes them.';

CREATE FUNCTION pdns.follow_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text[];
BEGIN
  IF OLD.name <> NEW.name AND (strpos(OLD.name, '.') > 0 OR strpos(NEW.name, '.') > 0) THEN
    UPDATE pdns.parents SET descendants = descendants - 1
      WHERE domain_id = OLD.domain_id AND name IN (SELECT pdns.parents_of(OLD.name));
    INSERT INTO pdns.parents AS p (account_id, domain_id, name, fqdn, descendants)
      SELECT NEW.account_id, d.id, parent, parent || '.' || d.domain, 1
      FROM public.domains d, pdns.parents_of(NEW.name) parent WHERE d.id = NEW.domain_id
      ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + 1;
    DELETE FROM pdns.parents WHERE domain_id = OLD.domain_id AND descendants = 0;
  END IF;
  IF (OLD.name, OLD.type, OLD.rdata IS NULL, octet_length(OLD.target) > 64900)
    = (NEW.name, NEW.type, NEW.rdata IS NULL, octet_length(NEW.target) > 64900)
    AND NOT (NEW.type = 'NS' AND NEW.rdata <> OLD.rdata) THEN RETURN NULL; END IF;
  PERFORM FROM pdns.signed_zones WHERE domain_id = NEW.domain_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  WITH names AS (
    INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
      SELECT NEW.account_id, NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
        SELECT fqdn FROM pdns.servable WHERE id = NEW.id UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id
          AND name IN (SELECT pdns.parents_of(NEW.name))) names (name)
      ON CONFLICT DO NOTHING RETURNING name)
    SELECT array_agg(name) INTO added FROM names;
  DELETE FROM pdns.signed_names n
    WHERE n.domain_id = OLD.domain_id AND n.name IN (
      SELECT OLD.fqdn UNION SELECT parent || '.' || d.domain
      FROM public.domains d, pdns.parents_of(OLD.name) parent WHERE d.id = OLD.domain_id)
      AND NOT EXISTS (SELECT FROM public.domains d WHERE d.id = n.domain_id AND d.domain = n.name)
      AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
      AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name);
  PERFORM pdns.place_names(NEW.domain_id, added, ARRAY(
    SELECT fqdn FROM (VALUES (OLD.type, OLD.name, OLD.fqdn), (NEW.type, NEW.name, NEW.fqdn)) changed (type, name, fqdn)
    WHERE type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.follow_changed() IS 'Moves the names of a changed record in pdns.parents and pdns.signed_names.';

CREATE TRIGGER follow_changed AFTER UPDATE OF name, type, target, rdata ON records
  FOR EACH ROW EXECUTE FUNCTION pdns.follow_changed();
COMMENT ON TRIGGER follow_changed ON records IS 'See follow_inserted.';

CREATE FUNCTION pdns.follow_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone bigint;
BEGIN
  IF EXISTS (SELECT FROM deleted WHERE strpos(name, '.') > 0) THEN
    UPDATE pdns.parents p SET descendants = p.descendants - gone.count
      FROM (SELECT r.domain_id, parent, count(*) FROM deleted r, pdns.parents_of(r.name) parent
            WHERE strpos(r.name, '.') > 0 GROUP BY r.domain_id, parent) gone
      WHERE p.domain_id = gone.domain_id AND p.name = gone.parent;
    DELETE FROM pdns.parents p WHERE p.descendants = 0 AND p.domain_id IN (SELECT domain_id FROM deleted);
  END IF;
  FOR zone IN SELECT z.domain_id FROM pdns.signed_zones z JOIN public.domains d ON d.id = z.domain_id
    WHERE z.domain_id IN (SELECT domain_id FROM deleted)
  LOOP
    DELETE FROM pdns.signed_names n USING (
        SELECT fqdn FROM deleted WHERE domain_id = zone
        UNION
        SELECT parent || '.' || d.domain
        FROM deleted r JOIN public.domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
        WHERE r.domain_id = zone) gone (name)
      WHERE n.domain_id = zone AND n.name = gone.name
        AND NOT EXISTS (SELECT FROM public.domains d WHERE d.id = n.domain_id AND d.domain = n.name)
        AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
        AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name);
    PERFORM pdns.place_names(zone, '{}',
      ARRAY(SELECT DISTINCT fqdn FROM deleted WHERE domain_id = zone AND type = 'NS' AND name <> ''));
  END LOOP;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION pdns.follow_deleted() IS
  'Removes the names at which no record is left. The names of a deleted domain go with it.';

CREATE TRIGGER follow_deleted AFTER DELETE ON records REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION pdns.follow_deleted();
COMMENT ON TRIGGER follow_deleted ON records IS 'See follow_inserted.';
