-- A nameserver in its zone without an address there is left out at a delegation, too (D-292).

-- Whether a nameserver of `owner` lies in the zone and has no address there: programs complain about such a zone, or refuse it. A wildcard
-- gives an address to names below it that do not exist (RFC 4592). A host below another delegation is that zone's own, if that
-- delegation stands without such help: it has a nameserver outside of the zone, or with an address.
CREATE FUNCTION pdns.lacks_address(zone bigint, owner text, rdata text) RETURNS boolean LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH host AS (
    SELECT d.domain, lower(rtrim(pdns.host(rdata, d.domain), '.')) AS name FROM domains d WHERE d.id = zone),
  above AS (
    SELECT i, array_to_string(labels[i:], '.') AS name
    FROM host, string_to_array(host.name, '.') labels, generate_series(1, cardinality(labels)) i
    WHERE right('.' || array_to_string(labels[i:], '.'), length(host.domain) + 1) = '.' || host.domain),
  closest AS (
    SELECT above.name FROM above, host
    WHERE above.name = host.domain
      OR EXISTS (SELECT FROM records r WHERE r.domain_id = zone AND r.fqdn = above.name)
      OR EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = zone AND p.fqdn = above.name)
    ORDER BY above.i LIMIT 1)
  SELECT NOT EXISTS (SELECT FROM records r WHERE r.domain_id = zone AND r.type IN ('A', 'AAAA')
      AND r.fqdn = CASE closest.name WHEN host.name THEN host.name ELSE '*.' || closest.name END)
    AND (closest.name = host.name OR NOT EXISTS (
      SELECT FROM above JOIN records r ON r.domain_id = zone AND r.fqdn = above.name AND r.type = 'NS' AND r.name <> ''
        AND r.rdata IS NOT NULL AND r.fqdn <> owner, LATERAL lower(pdns.host(r.rdata, host.domain)) other
      WHERE right('.' || other, length(host.domain) + 2) <> '.' || host.domain || '.'
        OR EXISTS (SELECT FROM records a WHERE a.domain_id = zone AND a.type IN ('A', 'AAAA') AND a.fqdn = rtrim(other, '.'))))
  FROM host, closest
$$;

-- Only a nameserver in the zone can lack an address there. To compare names costs less than to call the function.
CREATE OR REPLACE VIEW pdns.servable AS
  SELECT domain_id, id, type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, created, updated, fqdn, rdata FROM records r
  WHERE r.rdata IS NOT NULL AND (r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900)
    AND NOT (r.type = 'NS'
      AND (r.rdata NOT LIKE '%.'
        OR '.' || lower(r.rdata) LIKE '%.' || CASE r.name WHEN '' THEN r.fqdn ELSE substr(r.fqdn, length(r.name) + 2) END || '.')
      AND coalesce(pdns.lacks_address(r.domain_id, r.fqdn, r.rdata), false));
DROP FUNCTION pdns.lacks_address(bigint, text);

-- Says again where these names lie, and those at and below delegations that came or went: those that the caller names, and those whose
-- nameservers got or lost their last address in the zone. LATERAL makes it go through the indexes name by name, whatever the statistics
-- say.
CREATE OR REPLACE FUNCTION pdns.place_names(zone bigint, names text[], delegations text[]) RETURNS void LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION pdns.follow_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
