DROP TRIGGER announce_domain ON domains;
DROP TRIGGER announce_new_domain ON domains;
DROP TRIGGER list_in_catalog ON domains;
DROP TRIGGER list_new_in_catalog ON domains;
DROP TRIGGER want_notify ON domains;
DROP TRIGGER want_notify_of_new ON domains;
DROP TRIGGER announce_transferred ON pdns.transferred_records;

CREATE OR REPLACE VIEW pdns.records AS
  SELECT domain_id, name, 'SOA' AS type, content, ttl, 0 AS prio, false AS disabled, ''::text AS ordername, true AS auth
  FROM pdns.soa
  UNION ALL
  SELECT domain_id, name, type, content, ttl, prio, false, '', true
  FROM (
    SELECT domain_id, name, type, content, prio, min(ttl) OVER (PARTITION BY domain_id, name, type) AS ttl,
      row_number() OVER (PARTITION BY domain_id, name, type, prio,
        CASE WHEN type IN ('TXT', 'CAA') THEN content ELSE lower(content) END) AS nth
    FROM pdns.rendered
  ) numbered
  WHERE nth = 1
  UNION ALL
  SELECT p.domain_id, p.fqdn, NULL, NULL, NULL, NULL, false, '', true
  FROM pdns.parents p JOIN domains d ON d.id = p.domain_id
  WHERE d.type = 'master' AND d.status = 'active'
    AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.fqdn = p.fqdn AND r.domain_id = p.domain_id)
  UNION ALL
  SELECT t.domain_id, t.name, t.type, t.content, t.ttl, t.prio, t.disabled, t.ordername, t.auth
  FROM pdns.transferred_records t JOIN domains d ON d.id = t.domain_id
  WHERE d.type = 'slave' AND d.status = 'active';

CREATE OR REPLACE VIEW pdns.domains AS
  SELECT d.id, d.domain AS name, CASE d.type WHEN 'slave' THEN array_to_string(d.master_ips, ',') END AS master,
    s.last_check, CASE WHEN d.type = 'slave' THEN 'SLAVE' WHEN d.axfr_ips = '{}' THEN 'NATIVE' ELSE 'MASTER' END AS type,
    s.notified_serial,
    d.account_id::text AS account, NULL::text AS options, NULL::text AS catalog
  FROM domains d LEFT JOIN pdns.zone_states s ON s.domain_id = d.id
  WHERE d.status = 'active';

CREATE OR REPLACE VIEW pdns.domainmetadata AS
  SELECT d.id AS domain_id, kind,
    CASE WHEN ip::inet <<= '::ffff:0:0/96' THEN host('0.0.0.0'::inet + (ip::inet - '::ffff:0:0'::inet)) ELSE ip END AS content
  FROM domains d, unnest(d.axfr_ips) ip, unnest(ARRAY['ALLOW-AXFR-FROM', 'ALSO-NOTIFY']) kind
  WHERE d.status = 'active' AND (kind = 'ALLOW-AXFR-FROM' OR d.type = 'master');

CREATE OR REPLACE VIEW pdns.tsigkeys AS SELECT NULL::text AS name, NULL::text AS algorithm, NULL::text AS secret WHERE false;

CREATE OR REPLACE FUNCTION pdns.remember_state() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.zone_states (domain_id, notified_serial, last_check)
    VALUES (NEW.id, NEW.notified_serial, NEW.last_check)
    ON CONFLICT (domain_id) DO UPDATE
      SET notified_serial = excluded.notified_serial, last_check = excluded.last_check;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION pdns.grant_access() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  GRANT USAGE ON SCHEMA pdns TO cloud_account_nameserver;
  GRANT SELECT ON pdns.records, pdns.domains, pdns.domainmetadata, pdns.tsigkeys TO cloud_account_nameserver;
  GRANT INSERT, DELETE ON pdns.records TO cloud_account_nameserver;
  GRANT UPDATE ON pdns.domains TO cloud_account_nameserver;
  -- A view reads tables as its owner, but calls functions as whoever asks.
  GRANT EXECUTE ON FUNCTION pdns.host, pdns.responsible_name TO cloud_account_nameserver;
END $$;

DROP FUNCTION pdns.announce_transferred, pdns.announce_domain, pdns.announce, pdns.list_in_catalog, pdns.catalog_of;
DROP TABLE pdns.announcements, pdns.changed_catalogs, pdns.catalog_members;
DROP FUNCTION pdns.note_changed_catalogs;
DROP SEQUENCE pdns.catalog_member_labels;
DROP TABLE pdns.catalogs, pdns.tsig_keys;
DROP VIEW pdns.slaves, pdns.changed_zones;
DROP INDEX domains_slave_idx;
DROP FUNCTION pdns.want_notify;
DROP TABLE pdns.unnotified_zones;
