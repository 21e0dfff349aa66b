-- The views and the functions that they call refer to each other.
SET LOCAL check_function_bodies = off;

CREATE VIEW pdns.catalog_zone AS
  SELECT substr(name, strpos(name, '.') + 1) AS name FROM pdns.catalogs WHERE position = 0;
COMMENT ON VIEW pdns.catalog_zone IS 'The name CATALOG_ZONE, whose catalogs PowerDNS reads beside the domains (D-288).';

CREATE VIEW pdns.soa AS
  SELECT d.id AS domain_id, d.domain AS name, coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl,
    format('%s. %s %s %s %s %s %s', n.name, pdns.responsible_name(d.soa_email, d.domain), d.serial,
      coalesce(nullif(d.refresh_sec, 0), 14400), coalesce(nullif(d.retry_sec, 0), 14400),
      coalesce(nullif(d.expire_sec, 0), 1209600), least(coalesce(nullif(d.ttl_sec, 0), 86400), 3600)) AS content
  FROM domains d JOIN pdns.nameservers n ON n.position = 1
  WHERE d.type = 'master' AND d.status = 'active' AND (
    SELECT true FROM pdns.catalog_zone c WHERE right('.' || d.domain, length(c.name) + 1) = '.' || c.name
      OR right('.' || c.name, length(d.domain) + 1) = '.' || d.domain) IS NULL;
COMMENT ON VIEW pdns.soa IS 'The SOA records of served masters.';

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
COMMENT ON FUNCTION pdns.lacks_address(bigint, text, text) IS
  'Whether a nameserver lies in the zone and has no address there (D-108, D-292). A wildcard gives an address to names that '
  'do not exist (RFC 4592). A host below another delegation that stands by itself belongs to that zone.';

CREATE FUNCTION pdns.is_delegated(zone bigint, owner text) RETURNS boolean LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = zone AND r.fqdn = owner AND r.type = 'NS' AND r.name <> '')
$$;
COMMENT ON FUNCTION pdns.is_delegated(bigint, text) IS
  'Whether the name has a served NS record. A DS record without one is not served (D-292, D-293).';

CREATE VIEW pdns.servable AS
  SELECT domain_id, id, type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, created, updated, fqdn, rdata FROM records r
  WHERE r.rdata IS NOT NULL AND (r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900)
    AND NOT (r.type = 'NS'
      AND (r.rdata NOT LIKE '%.'
        OR '.' || lower(r.rdata) LIKE '%.' || CASE r.name WHEN '' THEN r.fqdn ELSE substr(r.fqdn, length(r.name) + 2) END || '.')
      AND coalesce(pdns.lacks_address(r.domain_id, r.fqdn, r.rdata), false))
    AND NOT (r.type = 'DS' AND NOT pdns.is_delegated(r.domain_id, r.fqdn));
COMMENT ON VIEW pdns.servable IS
  'The records that DNS can carry: rdata fits, nameservers in the zone have an address, DS records have a delegation.';

CREATE VIEW pdns.rendered AS
  SELECT d.id AS domain_id, d.domain AS name, 'NS' AS type, n.name || '.' AS content,
    coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl, 0 AS prio
  FROM domains d CROSS JOIN pdns.nameservers n
  WHERE d.type = 'master' AND d.status = 'active' AND (
    SELECT true FROM pdns.catalog_zone c WHERE right('.' || d.domain, length(c.name) + 1) = '.' || c.name
      OR right('.' || c.name, length(d.domain) + 1) = '.' || d.domain) IS NULL
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
  WHERE d.type = 'master' AND d.status = 'active' AND (
    SELECT true FROM pdns.catalog_zone c WHERE right('.' || d.domain, length(c.name) + 1) = '.' || c.name
      OR right('.' || c.name, length(d.domain) + 1) = '.' || d.domain) IS NULL;
COMMENT ON VIEW pdns.rendered IS
  'The records of served masters in the form of DNS, with the NS records of the platform at the apex.';

CREATE VIEW pdns.records AS
  SELECT domain_id, name, 'SOA' AS type, content, ttl, 0 AS prio, false AS disabled, ''::text AS ordername, true AS auth
  FROM pdns.soa
  UNION ALL
  SELECT r.domain_id, r.name, r.type, r.content, r.ttl, r.prio, false, '', coalesce(n.zone_cut = 'above' OR (n.zone_cut = 'at' AND r.type = 'DS'), true)
  FROM (
    SELECT domain_id, name, type, content, prio, min(ttl) OVER (PARTITION BY domain_id, name, type) AS ttl,
      row_number() OVER (PARTITION BY domain_id, name, type, prio,
        CASE WHEN type IN ('TXT', 'CAA') THEN content ELSE lower(content) END) AS nth
    FROM pdns.rendered
  ) r LEFT JOIN pdns.signed_names n ON n.domain_id = r.domain_id AND n.name = r.name
  WHERE r.nth = 1 AND NOT (r.type IN ('NS', 'DS') AND coalesce(n.zone_cut = 'below', false))
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
COMMENT ON VIEW pdns.records IS
  'The table records of PowerDNS''s schema. A record set has one TTL. At and below a delegation only DS records are signed; a '
  'delegation below another one is left out.';

CREATE FUNCTION pdns.insert_transferred() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.transferred_records (account_id, domain_id, name, type, content, ttl, prio, disabled, ordername, auth)
    SELECT d.account_id, d.id, NEW.name, NEW.type, NEW.content, NEW.ttl, NEW.prio, coalesce(NEW.disabled, false), NEW.ordername,
      coalesce(NEW.auth, true)
    FROM domains d WHERE d.id = NEW.domain_id AND d.type = 'slave';
  RETURN NEW;
END $$;
COMMENT ON FUNCTION pdns.insert_transferred() IS 'Stores a record that PowerDNS transferred.';

CREATE TRIGGER insert_transferred INSTEAD OF INSERT ON pdns.records
  FOR EACH ROW EXECUTE FUNCTION pdns.insert_transferred();
COMMENT ON TRIGGER insert_transferred ON pdns.records IS 'PowerDNS writes to the view.';

CREATE FUNCTION pdns.delete_transferred() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM pdns.transferred_records t
    WHERE t.domain_id = OLD.domain_id AND t.name = OLD.name AND t.type IS NOT DISTINCT FROM OLD.type;
  RETURN OLD;
END $$;
COMMENT ON FUNCTION pdns.delete_transferred() IS 'Deletes transferred records: PowerDNS deletes by zone, or by name in a zone.';

CREATE TRIGGER delete_transferred INSTEAD OF DELETE ON pdns.records
  FOR EACH ROW EXECUTE FUNCTION pdns.delete_transferred();
COMMENT ON TRIGGER delete_transferred ON pdns.records IS 'PowerDNS writes to the view.';

CREATE VIEW pdns.domains AS
  SELECT d.id, d.domain AS name, CASE d.type WHEN 'slave' THEN array_to_string(d.master_ips, ',') END AS master,
    s.last_check, CASE WHEN d.type = 'slave' THEN 'SLAVE' WHEN d.axfr_ips = '{}' THEN 'NATIVE' ELSE 'MASTER' END AS type,
    s.notified_serial, d.account_id::text AS account, NULL::text AS options, NULL::text AS catalog
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
  WHERE d.status = 'active' AND (
    SELECT true FROM pdns.catalog_zone c WHERE right('.' || d.domain, length(c.name) + 1) = '.' || c.name
      OR right('.' || c.name, length(d.domain) + 1) = '.' || d.domain) IS NULL
  UNION ALL
  SELECT c.id, c.name, NULL, NULL, 'NATIVE', NULL, NULL, NULL, NULL FROM pdns.catalogs c;
COMMENT ON VIEW pdns.domains IS
  'The table domains of PowerDNS''s schema. PowerDNS reads zones by name: a domain at, above or below CATALOG_ZONE is left '
  'out (D-288).';

CREATE FUNCTION pdns.remember_state() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.zone_states (account_id, domain_id, notified_serial, last_check)
    SELECT d.account_id, d.id, NEW.notified_serial, NEW.last_check FROM domains d WHERE d.id = NEW.id
    ON CONFLICT (domain_id) DO UPDATE
      SET notified_serial = excluded.notified_serial, last_check = excluded.last_check;
  DELETE FROM pdns.unnotified_zones WHERE domain_id = NEW.id AND serial = NEW.notified_serial;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION pdns.remember_state() IS
  'Stores PowerDNS''s state of a zone. A zone that changed meanwhile has another serial, and its row stays.';

CREATE TRIGGER remember_state INSTEAD OF UPDATE ON pdns.domains
  FOR EACH ROW EXECUTE FUNCTION pdns.remember_state();
COMMENT ON TRIGGER remember_state ON pdns.domains IS 'PowerDNS writes to the view.';

CREATE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, 'ALLOW-AXFR-FROM' AS kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip
  WHERE d.status = 'active'
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
COMMENT ON VIEW pdns.domainmetadata IS
  'The table domainmetadata of PowerDNS''s schema: who may transfer a zone, and what a signed zone tells its parent (RFC '
  '7344, RFC 8078).';

CREATE FUNCTION pdns.insert_metadata() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.transferred_metadata (account_id, domain_id, kind, content)
    SELECT d.account_id, d.id, NEW.kind, NEW.content FROM domains d
    WHERE d.id = NEW.domain_id AND d.type = 'slave' AND NEW.kind IN ('PRESIGNED', 'NSEC3PARAM')
    ON CONFLICT (domain_id, kind) DO UPDATE SET content = excluded.content;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION pdns.insert_metadata() IS 'Stores metadata of a transferred zone.';

CREATE TRIGGER insert_metadata INSTEAD OF INSERT ON pdns.domainmetadata
  FOR EACH ROW EXECUTE FUNCTION pdns.insert_metadata();
COMMENT ON TRIGGER insert_metadata ON pdns.domainmetadata IS 'PowerDNS writes to the view.';

CREATE FUNCTION pdns.delete_metadata() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM pdns.transferred_metadata WHERE domain_id = OLD.domain_id AND kind = OLD.kind;
  RETURN OLD;
END $$;
COMMENT ON FUNCTION pdns.delete_metadata() IS 'Deletes metadata of a transferred zone.';

CREATE TRIGGER delete_metadata INSTEAD OF DELETE ON pdns.domainmetadata
  FOR EACH ROW EXECUTE FUNCTION pdns.delete_metadata();
COMMENT ON TRIGGER delete_metadata ON pdns.domainmetadata IS 'PowerDNS writes to the view.';

CREATE VIEW pdns.tsigkeys AS SELECT name, algorithm, secret FROM pdns.tsig_keys;
COMMENT ON VIEW pdns.tsigkeys IS 'The table tsigkeys of PowerDNS''s schema.';

CREATE VIEW pdns.cryptokeys AS
  SELECT k.id, k.domain_id, 257 AS flags, true AS active, true AS published, k.private_key AS content
  FROM pdns.zone_keys k JOIN domains d ON d.id = k.domain_id
  WHERE d.type = 'master' AND d.status = 'active';
COMMENT ON VIEW pdns.cryptokeys IS 'The table cryptokeys of PowerDNS''s schema: the keys of served zones.';

CREATE VIEW pdns.slaves AS
  SELECT d.id, d.domain AS name, 'SLAVE' AS type, array_to_string(d.master_ips, ',') AS master, s.last_check, t.content
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
    LEFT JOIN pdns.transferred_records t ON t.domain_id = d.id AND t.type = 'SOA' AND t.name = d.domain
  WHERE d.type = 'slave' AND d.status = 'active' AND (
    SELECT true FROM pdns.catalog_zone c WHERE right('.' || d.domain, length(c.name) + 1) = '.' || c.name
      OR right('.' || c.name, length(d.domain) + 1) = '.' || d.domain) IS NULL;
COMMENT ON VIEW pdns.slaves IS 'The zones that PowerDNS transfers from their masters.';

CREATE VIEW pdns.zones_to_sign AS
  SELECT z.domain_id, z.account_id, d.domain AS name, d.serial, z.status, soa.content AS soa, soa.ttl
  FROM pdns.signed_zones z JOIN domains d ON d.id = z.domain_id JOIN pdns.soa ON soa.domain_id = z.domain_id;
COMMENT ON VIEW pdns.zones_to_sign IS 'The zones that the signer serves.';

CREATE VIEW pdns.sets_to_sign AS
  SELECT domain_id, name, type, min(ttl) AS ttl, bool_and(auth) AS is_signed,
    string_agg(CASE WHEN type IN ('MX', 'SRV') THEN prio || ' ' || content ELSE content END, E'\n'
      ORDER BY prio, content COLLATE "C") AS content
  FROM pdns.records WHERE type IS NOT NULL GROUP BY domain_id, name, type;
COMMENT ON VIEW pdns.sets_to_sign IS 'The record sets of those zones.';

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
COMMENT ON VIEW pdns.chain_to_sign IS
  'Each name of a zone with the next one in the order of NSEC3; the first follows the last. A name without records is in it '
  'while a name below it has records.';

CREATE FUNCTION skip_serials() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE served_serials SET serial = 1 + (serial + 100000 - 1) % 4294967295;
  UPDATE domains SET serial = 1 + (serial + 100000 - 1) % 4294967295;
  WITH raised AS (
    UPDATE pdns.catalogs SET serial = 1 + (serial + 100000 - 1) % 4294967295 RETURNING id, serial)
  SELECT pdns.announce(id, serial) FROM raised;
$$;
COMMENT ON FUNCTION skip_serials() IS
  'Raises all serials beyond those that changes lost by a restore can have had (D-205): a year has a million serials.';

CREATE FUNCTION pdns.grant_access() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT USAGE ON SCHEMA pdns TO cloud_account_nameserver;
  GRANT SELECT ON pdns.records, pdns.domains, pdns.domainmetadata, pdns.cryptokeys, pdns.tsigkeys, pdns.slaves, pdns.zones_to_sign,
    pdns.sets_to_sign, pdns.chain_to_sign TO cloud_account_nameserver;
  GRANT INSERT, DELETE ON pdns.records, pdns.domainmetadata TO cloud_account_nameserver;
  GRANT UPDATE ON pdns.domains TO cloud_account_nameserver;
  GRANT SELECT, INSERT, UPDATE, DELETE ON pdns.kept_zones, pdns.kept_sets, pdns.kept_changes TO cloud_account_nameserver;
  GRANT EXECUTE ON FUNCTION pdns.host, pdns.responsible_name, pdns.is_delegated, pdns.lacks_address, pdns.order_first, pdns.order_before,
    pdns.order_after, pdns.order_last TO cloud_account_nameserver;
END $$;
COMMENT ON FUNCTION pdns.grant_access() IS
  'Grants the role cloud_account_nameserver what PowerDNS and the signer need, and nothing else. A view reads tables as its '
  'owner but calls functions as the asking role.';

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA pdns FROM PUBLIC;

-- Roles belong to the whole server: the role may exist from another database, or an administrator makes it (docs/nameservers.md).
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
