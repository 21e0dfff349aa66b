-- Whether the name has a nameserver in what is served: a DS record without one is no part of DNS, and is left out (D-292, D-293).
CREATE FUNCTION pdns.is_delegated(zone bigint, owner text) RETURNS boolean LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = zone AND r.fqdn = owner AND r.type = 'NS' AND r.name <> '')
$$;

CREATE OR REPLACE VIEW pdns.servable AS
  SELECT domain_id, id, type, name, target, ttl_sec, priority, weight, port, service, protocol, tag, created, updated, fqdn, rdata FROM records r
  WHERE r.rdata IS NOT NULL AND (r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900)
    AND NOT (r.type = 'NS'
      AND (r.rdata NOT LIKE '%.'
        OR '.' || lower(r.rdata) LIKE '%.' || CASE r.name WHEN '' THEN r.fqdn ELSE substr(r.fqdn, length(r.name) + 2) END || '.')
      AND coalesce(pdns.lacks_address(r.domain_id, r.fqdn, r.rdata), false))
    AND NOT (r.type = 'DS' AND NOT pdns.is_delegated(r.domain_id, r.fqdn));

-- At and below a delegation nothing is signed but the DS records of the delegation itself. A delegation below another one is nobody's to
-- see, and left out: PowerDNS would put it into the chain of NSEC3 records.
CREATE OR REPLACE VIEW pdns.records AS
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
