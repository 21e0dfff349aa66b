-- Whether the apex NS record of the zone names a host of this zone that has no address here: programs then refuse to load the
-- zone. A wildcard gives an address to names below it that do not exist (RFC 4592).
CREATE FUNCTION pdns.lacks_address(zone bigint, rdata text) RETURNS boolean LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH host AS (
    SELECT d.domain, lower(rtrim(pdns.host(rdata, d.domain), '.')) AS name FROM domains d WHERE d.id = zone),
  closest AS (
    SELECT array_to_string(labels[i:], '.') AS name
    FROM host, string_to_array(host.name, '.') labels, generate_series(1, cardinality(labels)) i
    WHERE array_to_string(labels[i:], '.') = host.domain
      OR EXISTS (SELECT FROM records r WHERE r.domain_id = zone AND r.fqdn = array_to_string(labels[i:], '.'))
      OR EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = zone AND p.fqdn = array_to_string(labels[i:], '.'))
    ORDER BY i LIMIT 1)
  SELECT (host.name = host.domain OR right(host.name, length(host.domain) + 1) = '.' || host.domain)
    AND NOT EXISTS (SELECT FROM records r WHERE r.domain_id = zone AND r.type IN ('A', 'AAAA')
      AND r.fqdn = CASE closest.name WHEN host.name THEN host.name ELSE '*.' || closest.name END)
  FROM host LEFT JOIN closest ON true
$$;

CREATE OR REPLACE VIEW pdns.servable AS
  SELECT * FROM records r
  WHERE r.rdata IS NOT NULL AND (r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900)
    AND NOT (r.type = 'NS' AND r.name = '' AND pdns.lacks_address(r.domain_id, r.rdata));
