-- The signer (src/signer) keeps the signatures of signed zones, so that a change costs as many as it changes, and gives secondaries what
-- changed. One row for each zone that a secondary asked for: what of it is kept. What is lost is made again, so no table is logged.
CREATE UNLOGGED TABLE pdns.kept_zones (
  domain_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  serial bigint NOT NULL,
  -- Of the signatures, which are made anew each week.
  week integer NOT NULL,
  -- The ids of the keys that signed.
  keys bigint[] NOT NULL,
  CONSTRAINT kept_zones_account_id_key UNIQUE (account_id, domain_id),
  CONSTRAINT kept_zones_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.signed_zones (account_id, domain_id) ON DELETE CASCADE
);

-- Each record set of these zones: what it was made of, and its records with their signatures as messages hold them.
CREATE UNLOGGED TABLE pdns.kept_sets (
  domain_id bigint NOT NULL,
  account_id bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  ttl integer NOT NULL,
  content text NOT NULL,
  is_signed boolean NOT NULL,
  records bytea NOT NULL,
  PRIMARY KEY (domain_id, name, type),
  CONSTRAINT kept_sets_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.kept_zones (account_id, domain_id) ON DELETE CASCADE
);
CREATE INDEX kept_sets_account_id_idx ON pdns.kept_sets (account_id, domain_id);
-- Signatures can't be compressed.
ALTER TABLE pdns.kept_sets ALTER records SET STORAGE EXTERNAL;

-- The last changes of these zones, from one serial to the next: the records that went and those that came, each with the SOA first.
CREATE UNLOGGED TABLE pdns.kept_changes (
  domain_id bigint NOT NULL,
  account_id bigint NOT NULL,
  from_serial bigint NOT NULL,
  to_serial bigint NOT NULL,
  made timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed bytea NOT NULL,
  added bytea NOT NULL,
  PRIMARY KEY (domain_id, from_serial),
  CONSTRAINT kept_changes_domain_id_fkey FOREIGN KEY (account_id, domain_id)
    REFERENCES pdns.kept_zones (account_id, domain_id) ON DELETE CASCADE
);
CREATE INDEX kept_changes_account_id_idx ON pdns.kept_changes (account_id, domain_id);

-- At and below a delegation nothing is signed. A delegation below another one is nobody's to see, and left out: PowerDNS would put it
-- into the chain of NSEC3 records.
CREATE OR REPLACE VIEW pdns.records AS
  SELECT domain_id, name, 'SOA' AS type, content, ttl, 0 AS prio, false AS disabled, ''::text AS ordername, true AS auth
  FROM pdns.soa
  UNION ALL
  SELECT r.domain_id, r.name, r.type, r.content, r.ttl, r.prio, false, '', coalesce(n.zone_cut = 'above', true)
  FROM (
    SELECT domain_id, name, type, content, prio, min(ttl) OVER (PARTITION BY domain_id, name, type) AS ttl,
      row_number() OVER (PARTITION BY domain_id, name, type, prio,
        CASE WHEN type IN ('TXT', 'CAA') THEN content ELSE lower(content) END) AS nth
    FROM pdns.rendered
  ) r LEFT JOIN pdns.signed_names n ON n.domain_id = r.domain_id AND n.name = r.name
  WHERE r.nth = 1 AND NOT (r.type = 'NS' AND coalesce(n.zone_cut = 'below', false))
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
  SELECT m.catalog_id, m.fqdn, 'PTR', m.domain || '.', 0, 0, false, '', true FROM pdns.catalog_members m
  UNION ALL
  SELECT m.catalog_id, 'group.' || m.fqdn, 'TXT', '"signed"', 0, 0, false, '', true
  FROM pdns.catalog_members m JOIN pdns.signed_zones z ON z.domain_id = m.domain_id;

-- What the signer signs. Its keys are in pdns.cryptokeys, as PowerDNS's.
CREATE VIEW pdns.zones_to_sign AS
  SELECT z.domain_id, z.account_id, d.domain AS name, d.serial, z.status, soa.content AS soa, soa.ttl
  FROM pdns.signed_zones z JOIN domains d ON d.id = z.domain_id JOIN pdns.soa ON soa.domain_id = z.domain_id;

CREATE VIEW pdns.sets_to_sign AS
  SELECT domain_id, name, type, min(ttl) AS ttl, bool_and(auth) AS is_signed,
    string_agg(CASE WHEN type IN ('MX', 'SRV') THEN prio || ' ' || content ELSE content END, E'\n'
      ORDER BY prio, content COLLATE "C") AS content
  FROM pdns.records WHERE type IS NOT NULL GROUP BY domain_id, name, type;

-- Each name of a zone with the next one in the order of NSEC3; the last is followed by the first. A name without records is one while
-- there is a name with records below it.
CREATE VIEW pdns.chain_to_sign AS
  SELECT domain_id, name, ordername,
    coalesce(lead(ordername) OVER chain, first_value(ordername) OVER chain) AS next
  FROM pdns.signed_names n WHERE zone_cut <> 'below' AND (
    NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name)
    OR EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
    OR EXISTS (SELECT FROM pdns.signed_names b WHERE b.domain_id = n.domain_id AND b.zone_cut <> 'below'
      AND reverse(b.name) COLLATE "C" > reverse(n.name) || '.' AND reverse(b.name) COLLATE "C" < reverse(n.name) || '/'
      AND EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = b.domain_id AND r.fqdn = b.name)))
  WINDOW chain AS (PARTITION BY domain_id ORDER BY ordername COLLATE "C");

-- The catalogs say which zones are signed: secondaries transfer those from the signer.
CREATE FUNCTION pdns.note_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pdns.changed_catalogs (catalog_id)
    SELECT catalog_id FROM pdns.catalog_members WHERE domain_id = coalesce(NEW.domain_id, OLD.domain_id);
  RETURN NULL;
END $$;
CREATE TRIGGER note_signed AFTER INSERT OR DELETE ON pdns.signed_zones FOR EACH ROW EXECUTE FUNCTION pdns.note_signed();

CREATE FUNCTION pdns.grant_signer() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT SELECT ON pdns.zones_to_sign, pdns.sets_to_sign, pdns.chain_to_sign TO cloud_account_nameserver;
  GRANT SELECT, INSERT, UPDATE, DELETE ON pdns.kept_zones, pdns.kept_sets, pdns.kept_changes TO cloud_account_nameserver;
END $$;
REVOKE EXECUTE ON FUNCTION pdns.grant_signer, pdns.note_signed FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_nameserver') THEN PERFORM pdns.grant_signer(); END IF;
END $$;
