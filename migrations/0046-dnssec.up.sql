-- SHA-1 for the order of names in NSEC3 (RFC 5155); it comes with PostgreSQL, and the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pgcrypto;

-- The zones that PowerDNS signs (D-244). docs/nameservers.md tells what each status is.
CREATE TABLE pdns.signed_zones (
  domain_id bigint PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  status text NOT NULL CONSTRAINT signed_zones_status_check
    CHECK (status IN ('preparing', 'signed', 'rolling', 'replacing', 'retiring', 'ending', 'unsigning')),
  since timestamptz(0) NOT NULL,
  -- When the status ends by itself; null while it waits for the parent zone, or for nothing.
  until timestamptz(0),
  -- The longest time for which resolvers keep the zone's DS records.
  ds_ttl_sec integer NOT NULL,
  -- When secondaries were last told to fetch the zone with the signatures of that week.
  renewed timestamptz(0) NOT NULL,
  -- When the job looks at the zone next.
  due timestamptz(0) NOT NULL
);
CREATE INDEX signed_zones_due_idx ON pdns.signed_zones (due);

-- The keys of these zones, oldest first. The service writes private keys and never reads them; PowerDNS reads them.
CREATE TABLE pdns.zone_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain_id bigint NOT NULL REFERENCES pdns.signed_zones ON DELETE CASCADE,
  -- In base64, as in the DNSKEY record.
  public_key text NOT NULL,
  -- As PowerDNS takes it.
  private_key text NOT NULL,
  created timestamptz(0) NOT NULL
);
CREATE INDEX zone_keys_domain_id_idx ON pdns.zone_keys (domain_id);

-- Each name that exists in a signed zone, with its hash, by which NSEC3 records follow each other.
CREATE TABLE pdns.signed_names (
  domain_id bigint NOT NULL REFERENCES pdns.signed_zones ON DELETE CASCADE,
  name text NOT NULL,
  ordername text NOT NULL,
  -- Where the name lies: at a delegation and below it nothing is signed, and below it the names are another zone's.
  zone_cut text NOT NULL DEFAULT 'above' CONSTRAINT signed_names_zone_cut_check CHECK (zone_cut IN ('above', 'at', 'below')),
  PRIMARY KEY (domain_id, name)
);
CREATE INDEX signed_names_order_idx ON pdns.signed_names (domain_id, ordername text_pattern_ops) WHERE zone_cut <> 'below';
-- The names below a name: an index range over the names spelled backwards.
CREATE INDEX signed_names_reverse_idx ON pdns.signed_names (domain_id, reverse(name) COLLATE "C");

-- The hash of a name without salt and more iterations (RFC 5155 section 5, RFC 9276), in base32hex.
CREATE FUNCTION pdns.nsec3_hash(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT SET search_path = public, pg_temp AS $$
  SELECT string_agg(substr('0123456789abcdefghijklmnopqrstuv', 1 + substring(hash FROM 5 * i + 1 FOR 5)::bit(5)::integer, 1), ''
    ORDER BY i)
  FROM (
    SELECT ('x' || encode(digest(string_agg(set_byte('\x00', 0, length(label)) || convert_to(label, 'UTF8'), '' ORDER BY nth) || '\x00',
      'sha1'), 'hex'))::bit(160) AS hash
    FROM string_to_table(lower(name), '.') WITH ORDINALITY AS labels (label, nth)) hashed, generate_series(0, 31) i
$$;

-- Says again where these names lie, and those at and below delegations that came or went. LATERAL makes it go through the indexes name by
-- name, whatever the statistics say.
CREATE FUNCTION pdns.place_names(zone bigint, names text[], delegations text[]) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  UPDATE pdns.signed_names n SET zone_cut = placed.zone_cut
  FROM (
    SELECT moved.name, CASE WHEN cut.name IS NULL THEN 'above' WHEN cut.name = moved.name THEN 'at' ELSE 'below' END AS zone_cut
    FROM (
      SELECT unnest(names || delegations)
      UNION
      SELECT below.name FROM unnest(delegations) above, LATERAL (
        SELECT b.name FROM pdns.signed_names b WHERE b.domain_id = zone
          AND reverse(b.name) COLLATE "C" > reverse(above) || '.' AND reverse(b.name) COLLATE "C" < reverse(above) || '/' OFFSET 0) below
    ) moved (name) LEFT JOIN LATERAL (
      SELECT r.fqdn AS name FROM unnest(ARRAY(SELECT pdns.parents_of(moved.name)) || moved.name) above, LATERAL (
        SELECT r.fqdn FROM records r WHERE r.domain_id = zone AND r.fqdn = above AND r.type = 'NS' AND r.name <> ''
          AND r.rdata IS NOT NULL LIMIT 1) r
      ORDER BY length(r.fqdn) LIMIT 1) cut ON true
  ) placed
  WHERE n.domain_id = zone AND n.name = placed.name AND n.zone_cut <> placed.zone_cut
$$;

CREATE FUNCTION pdns.fill_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.signed_names (domain_id, name, ordername)
    SELECT NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
      SELECT domain FROM domains WHERE id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.servable WHERE domain_id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id) names (name);
  PERFORM pdns.place_names(NEW.domain_id, '{}',
    ARRAY(SELECT DISTINCT fqdn FROM records WHERE domain_id = NEW.domain_id AND type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;
CREATE TRIGGER fill_signed_names AFTER INSERT ON pdns.signed_zones
  FOR EACH ROW EXECUTE FUNCTION pdns.fill_signed_names();
