-- An IPv4 address that is written as IPv6 (::ffff:192.0.2.1) is what PowerDNS sees as IPv4: it would never match.
CREATE OR REPLACE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip, unnest(ARRAY['ALLOW-AXFR-FROM', 'ALSO-NOTIFY']) kind
  WHERE d.status = 'active' AND (kind = 'ALLOW-AXFR-FROM' OR d.type = 'master');

-- A slave zone has as many records as a master (12,000), without those that sign it, and 100,000 in all. PowerDNS inserts
-- row by row, so the rows are counted at every hundredth one. The transfer that has more fails as a whole, and the zone
-- that was there before stays.
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
CREATE TRIGGER bound_transferred AFTER INSERT ON pdns.transferred_records FOR EACH ROW
  WHEN (NEW.id % 100 = 0) EXECUTE FUNCTION pdns.bound_transferred();
