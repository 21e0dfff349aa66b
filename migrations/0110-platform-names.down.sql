CREATE OR REPLACE VIEW pdns.domains AS
  SELECT d.id, d.domain AS name, CASE d.type WHEN 'slave' THEN array_to_string(d.master_ips, ',') END AS master,
    s.last_check, CASE WHEN d.type = 'slave' THEN 'SLAVE' WHEN d.axfr_ips = '{}' THEN 'NATIVE' ELSE 'MASTER' END AS type,
    s.notified_serial, d.account_id::text AS account, NULL::text AS options, NULL::text AS catalog
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
  WHERE d.status = 'active'
  UNION ALL
  SELECT c.id, c.name, NULL, NULL, 'NATIVE', NULL, NULL, NULL, NULL FROM pdns.catalogs c;

CREATE OR REPLACE VIEW pdns.soa AS
  SELECT d.id AS domain_id, d.domain AS name, coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl,
    format('%s. %s %s %s %s %s %s', n.name, pdns.responsible_name(d.soa_email, d.domain), d.serial,
      coalesce(nullif(d.refresh_sec, 0), 14400), coalesce(nullif(d.retry_sec, 0), 14400),
      coalesce(nullif(d.expire_sec, 0), 1209600), least(coalesce(nullif(d.ttl_sec, 0), 86400), 3600)) AS content
  FROM domains d JOIN pdns.nameservers n ON n.position = 1
  WHERE d.type = 'master' AND d.status = 'active';

CREATE OR REPLACE VIEW pdns.rendered AS
  SELECT d.id AS domain_id, d.domain AS name, 'NS' AS type, n.name || '.' AS content,
    coalesce(nullif(d.ttl_sec, 0), 86400) AS ttl, 0 AS prio
  FROM domains d CROSS JOIN pdns.nameservers n
  WHERE d.type = 'master' AND d.status = 'active'
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

CREATE OR REPLACE VIEW pdns.slaves AS
  SELECT d.id, d.domain AS name, 'SLAVE' AS type, array_to_string(d.master_ips, ',') AS master, s.last_check, t.content
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
    LEFT JOIN pdns.transferred_records t ON t.domain_id = d.id AND t.type = 'SOA' AND t.name = d.domain
  WHERE d.type = 'slave' AND d.status = 'active';

CREATE OR REPLACE FUNCTION pdns.list_in_catalog() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pdns.catalog_members WHERE domain_id = NEW.id;
  END IF;
  IF NEW.status = 'active' THEN
    INSERT INTO pdns.catalog_members (domain_id, catalog_id, fqdn, domain)
      SELECT NEW.id, c.id, nextval('pdns.catalog_member_labels') || '.zones.' || c.name, NEW.domain
      FROM pdns.catalogs c WHERE c.id = pdns.catalog_of(NEW.domain);
  END IF;
  RETURN NULL;
END $$;

DROP VIEW pdns.catalog_zone;
