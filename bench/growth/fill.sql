-- Fills a migrated database: accounts with a hundred domains each, and one big account with a twentieth of everything.
-- Set the amounts before: fill.domains, fill.records (per domain), fill.tokens, fill.events, and fill.own. The big account has fill.own
-- more events; fill.own logins, tokens and kept answers of users with a thousand each; and fill.own versions of domains with a thousand
-- each. 'growth-N' is token N. Tokens whose N is a multiple of 20 belong to the big account, 'growth-restricted' to its restricted user,
-- 'growth-own-0' to a user with a thousand. 'growth-alone' belongs to a restricted user of it who alone has fill.own logins.
CREATE TEMP TABLE fill_accounts AS
  SELECT n, nextval(pg_get_serial_sequence('accounts', 'id')) AS id, NULL::bigint AS user_id
  FROM generate_series(1, greatest(20, current_setting('fill.domains')::integer / 100)) n;
CREATE TEMP TABLE fill_owners AS
  SELECT slot, n FROM generate_series(0, 20 * (SELECT max(n) - 1 FROM fill_accounts) - 1) slot,
    LATERAL (SELECT CASE WHEN slot % 20 = 0 THEN 1 ELSE 2 + slot % (SELECT max(n) - 1 FROM fill_accounts) END) owner(n);
ALTER TABLE fill_owners ADD PRIMARY KEY (slot);

INSERT INTO accounts (id, company, email, active_since) OVERRIDING SYSTEM VALUE
  SELECT id, 'Company ' || n, 'owner' || n || '@example.com', now() FROM fill_accounts;
WITH made AS (
  INSERT INTO users (account_id, username, email, restricted, created)
  SELECT id, 'growth-' || n, 'owner' || n || '@example.com', false, now() FROM fill_accounts RETURNING id, account_id)
UPDATE fill_accounts f SET user_id = made.id FROM made WHERE made.account_id = f.id;
INSERT INTO users (account_id, username, email, restricted, global_grants, created)
  SELECT id, 'growth-restricted-' || n, 'restricted' || n || '@example.com', true, '{add_domains}', now()
  FROM fill_accounts;
ANALYZE fill_accounts, fill_owners;

CREATE TEMP VIEW fill_who AS
  SELECT o.slot, a.id AS account_id, a.user_id FROM fill_owners o JOIN fill_accounts a ON a.n = o.n;

INSERT INTO tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created, expiry)
  SELECT w.account_id, w.user_id, 'personal', 'deployment', '*', sha256(('growth-' || n)::bytea), 'growth', now(),
    CASE WHEN n % 2 = 0 THEN NULL ELSE now() + interval '1 year' END
  FROM generate_series(0, current_setting('fill.tokens')::integer - 1) n
    JOIN fill_who w ON w.slot = n % (SELECT count(*) FROM fill_owners);
INSERT INTO tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created)
  SELECT u.account_id, u.id, 'personal', 'deployment', '*', sha256('growth-restricted'), 'growth', now()
  FROM users u JOIN fill_accounts a ON a.id = u.account_id WHERE a.n = 1 AND u.restricted;

INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
    expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
  SELECT w.account_id, 'd' || n || '.growth.example', 'master', 'active', '', '', 'admin@example.com', '{}', '{}', 0, 0, 0,
    0, ARRAY['team' || n % 50], 2026000001, CASE n WHEN 0 THEN 12000 ELSE current_setting('fill.records')::integer END
  FROM generate_series(0, current_setting('fill.domains')::integer - 1) n
    JOIN fill_who w ON w.slot = n % (SELECT count(*) FROM fill_owners) ORDER BY n;
INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
  SELECT d.account_id, d.id, 'A', 'h' || n, '192.0.2.' || n % 250, 0, 0, 0, 0, now(), now(), 'h' || n || '.' || d.domain,
    '192.0.2.' || n % 250
  FROM domains d, generate_series(1, d.record_count) n;

INSERT INTO vpcs (account_id, label, region, created, updated)
  SELECT w.account_id, 'production', 'us-east', now(), now()
  FROM generate_series(0, current_setting('fill.domains')::integer / 10) n
    JOIN fill_who w ON w.slot = n % (SELECT count(*) FROM fill_owners);
INSERT INTO vpc_subnets (account_id, vpc_id, label, ipv4, created, updated)
  SELECT account_id, id, 'web', '10.0.1.0/24', now(), now() FROM vpcs;
INSERT INTO ssh_keys (account_id, user_id, label, ssh_key, created)
  SELECT id, user_id, 'laptop', 'ssh-ed25519 AAAA', now() FROM fill_accounts, generate_series(1, 5);
INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
  SELECT id, user_id, now(), 'growth-' || n, false, '192.0.2.1', 'successful' FROM fill_accounts, generate_series(1, 20);
INSERT INTO images (account_id, label, type, status, size_mb, created, updated, created_by)
  SELECT id, 'golden', 'manual', 'available', 100, now(), now(), 'growth-' || n FROM fill_accounts, generate_series(1, 5);
INSERT INTO images (public_id, label, type, status, size_mb, created, updated, created_by, vendor)
  SELECT 'public/growth' || n, 'Linux ' || n, 'manual', 'available', 2500, now(), now(), 'Cloud', 'Linux'
  FROM generate_series(1, 1000) n;

INSERT INTO events (account_id, user_id, username, action, created, entity_type, entity_id, entity_label, entity_url,
    granted_kind, granted_id, status, percent_complete)
  SELECT w.account_id, w.user_id, 'growth', (ARRAY['domain_update', 'vpc_update', 'image_update'])[1 + n % 3],
    now() - n % 7776000 * interval '1 second', 'domain', n, 'd' || n, '/v4/domains/' || n, 'domain', n, 'notification', 100
  FROM generate_series(0, current_setting('fill.events')::integer - 1) n
    JOIN fill_who w ON w.slot = n % (SELECT count(*) FROM fill_owners);
CREATE TEMP TABLE fill_users AS
  SELECT u.id, u.account_id, row_number() OVER (ORDER BY u.id) - 1 AS n FROM users u WHERE false;
WITH made AS (
  INSERT INTO users (account_id, username, email, restricted, created)
  SELECT a.id, 'growth-own-' || own, 'own' || own || '@example.com', false, now()
  FROM fill_accounts a, generate_series(0, current_setting('fill.own')::integer / 1000 - 1) own WHERE a.n = 1
  RETURNING id, account_id, username)
INSERT INTO fill_users SELECT id, account_id, replace(username, 'growth-own-', '')::bigint FROM made;
INSERT INTO tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created)
  SELECT u.account_id, u.id, 'personal', 'deployment', '*', sha256(('growth-own-' || slot * 1000 + u.n)::bytea), 'growth', now()
  FROM fill_users u, generate_series(0, 999) slot ORDER BY slot;
INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
  SELECT u.account_id, u.id, now() - slot * interval '1 hour', 'growth-own-' || u.n, false, '192.0.2.1', 'successful'
  FROM fill_users u, generate_series(0, 999) slot ORDER BY slot DESC;
INSERT INTO events (account_id, user_id, username, action, created, entity_type, entity_id, entity_label, entity_url,
    granted_kind, granted_id, status, percent_complete)
  SELECT u.account_id, u.id, 'growth', 'domain_update', now() - slot * interval '1 hour', 'domain', slot, 'd' || slot,
    '/v4/domains/' || slot, 'domain', -slot - 1, 'notification', 100
  FROM fill_users u, generate_series(0, 999) slot ORDER BY slot DESC;
INSERT INTO kept_answers (account_id, user_id, key_hash, request_hash, answer, created)
  SELECT u.account_id, u.id, sha256(('key-' || slot)::bytea), sha256(('request-' || slot)::bytea), sha256(('answer-' || slot)::bytea),
    now() - slot * interval '1 minute'
  FROM fill_users u, generate_series(0, 999) slot ORDER BY slot DESC;
INSERT INTO zone_versions (account_id, domain_id, version, serial, created, kept_since, username, records_created, records_updated,
    records_deleted, removed, added)
  SELECT d.account_id, d.id, version, d.serial - 1000 + version, at, at, 'growth-1', 0, 1, 0, changed, changed
  FROM (SELECT d.*, (SELECT json_build_array(versioned_record(r)) FROM records r WHERE r.domain_id = d.id ORDER BY r.id LIMIT 1) AS changed
      FROM domains d JOIN fill_accounts a ON a.id = d.account_id AND a.n = 1
      ORDER BY d.id LIMIT current_setting('fill.own')::integer / 1000) d,
    generate_series(1, 1000) version, LATERAL (SELECT now() - (1000 - version) * interval '1 minute' AS at) past ORDER BY version;
UPDATE domains SET zone_version = 1000 WHERE id IN (SELECT domain_id FROM zone_versions);
WITH made AS (
  INSERT INTO users (account_id, username, email, restricted, created)
  SELECT id, 'growth-alone', 'alone@example.com', true, now() FROM fill_accounts WHERE n = 1
  RETURNING account_id, id),
token AS (
  INSERT INTO tokens (account_id, user_id, kind, label, scopes, token_hash, token_prefix, created)
  SELECT account_id, id, 'personal', 'deployment', '*', sha256('growth-alone'), 'growth', now() FROM made)
INSERT INTO logins (account_id, user_id, datetime, username, restricted, ip, status)
  SELECT account_id, id, now() - slot * interval '80 days' / own, 'growth-alone', true, '192.0.2.1', 'successful'
  FROM made, (SELECT current_setting('fill.own')::integer AS own) size, generate_series(0, own - 1) slot ORDER BY slot DESC;
INSERT INTO grants (account_id, user_id, domain_id, permissions)
  SELECT a.id, u.id, d.id, 'read_only' FROM fill_accounts a JOIN users u ON u.account_id = a.id AND u.restricted
    JOIN LATERAL (SELECT id FROM domains d WHERE d.account_id = a.id ORDER BY id LIMIT 100) d ON true;

UPDATE accounts a SET domain_count = counted.domains, vpc_count = counted.vpcs, private_image_count = counted.images
  FROM (SELECT f.id, (SELECT count(*) FROM domains d WHERE d.account_id = f.id) AS domains,
      (SELECT count(*) FROM vpcs v WHERE v.account_id = f.id) AS vpcs,
      (SELECT count(*) FROM images i WHERE i.account_id = f.id) AS images FROM fill_accounts f) counted
  WHERE counted.id = a.id;
DROP VIEW fill_who;
DROP TABLE fill_accounts, fill_owners, fill_users;
