/** Rows of one account in every table that belongs to accounts, as the release before `account_id` inserts them. */
function account(letter: string, digit: string): string {
  const of = `'of-${letter}'`;
  return `
DO $$
DECLARE
  acc bigint; usr bigint; client text := repeat('${digit}', 20); tok bigint; grt text := ${of};
  vpc bigint; subnet bigint; inst bigint := 100 + ${digit}; dom bigint; slave bigint; device bigint; event bigint; login bigint;
BEGIN
  INSERT INTO accounts (company, email, active_since) VALUES ('${letter}', ${of}, now()) RETURNING id INTO acc;
  INSERT INTO users (account_id, username, email, restricted, created) VALUES (acc, ${of}, ${of}, true, now()) RETURNING id INTO usr;
  INSERT INTO oauth_clients (id, account_id, label, redirect_uri, public, created) VALUES (client, acc, ${of}, '', true, now());
  INSERT INTO oauth_grants (id, user_id, client_id, payload, created) VALUES (grt, usr, client, '{}', now());
  INSERT INTO oauth_payloads (kind, id_hash, grant_id, payload, expiry) VALUES ('RefreshToken', ${of}, grt, '{}', now());
  INSERT INTO oauth_payloads (kind, id_hash, payload, expiry) VALUES ('Interaction', 'nobody${digit}', '{}', now());
  INSERT INTO tokens (user_id, kind, client_id, oauth_grant_id, label, scopes, token_hash, created)
    VALUES (usr, 'oauth', client, grt, ${of}, '*', 'oauth-${letter}', now());
  INSERT INTO tokens (user_id, kind, label, scopes, token_hash, created, narrowed)
    VALUES (usr, 'personal', ${of}, '*', ${of}, now(), true) RETURNING id INTO tok;
  INSERT INTO vpcs (account_id, label, region, created, updated) VALUES (acc, ${of}, 'us-east', now(), now()) RETURNING id INTO vpc;
  INSERT INTO vpc_subnets (vpc_id, label, ipv4, created, updated) VALUES (vpc, ${of}, '10.0.0.0/24', now(), now())
    RETURNING id INTO subnet;
  WITH made AS (
    INSERT INTO vpcs (account_id, label, region, created, updated) VALUES (acc, ${of}, 'us-east', now(), now()) RETURNING id)
  INSERT INTO vpc_subnets (vpc_id, label, ipv4, created, updated) SELECT id, ${of}, '10.0.0.0/24', now(), now() FROM made;
  INSERT INTO instances (id, account_id, label, region, status) VALUES (inst, acc, ${of}, 'us-east', 'running');
  INSERT INTO instance_disks (id, instance_id, position, label, size) VALUES (inst, inst, 0, ${of}, 1);
  INSERT INTO instance_configs (id, instance_id, position, label) VALUES (inst, inst, 0, ${of});
  INSERT INTO instance_interfaces (id, config_id, instance_id, position, purpose, subnet_id, active)
    VALUES (inst, inst, inst, 0, 'vpc', subnet, true);
  INSERT INTO vpc_addresses (interface_id, instance_id, subnet_id, range, is_range) VALUES (inst, inst, subnet, '10.0.0.2', false);
  INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips, expire_sec,
      refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
    VALUES (acc, 'of-${letter}.example', 'master', 'active', '', '', ${of}, '{}', '{192.0.2.1}', 0, 0, 0, 0, '{}', 1, 1)
    RETURNING id INTO dom;
  INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips, expire_sec,
      refresh_sec, retry_sec, ttl_sec, tags, serial)
    VALUES (acc, 'slave-of-${letter}.example', 'slave', 'active', '', '', '', '{192.0.2.1}', '{}', 0, 0, 0, 0, '{}', 1)
    RETURNING id INTO slave;
  INSERT INTO records (domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
    VALUES (dom, 'A', 'a.b', ${of}, 0, 0, 0, 0, now(), now(), 'a.b.of-${letter}.example', '192.0.2.1');
  INSERT INTO pdns.zone_states (domain_id, last_check) VALUES (slave, 1);
  INSERT INTO pdns.transferred_records (domain_id, name, type, content, ttl, disabled, auth)
    VALUES (slave, 'slave-of-${letter}.example', 'A', '192.0.2.1', 1, false, true);
  INSERT INTO pdns.transferred_metadata (domain_id, kind, content) VALUES (slave, 'PRESIGNED', '1');
  INSERT INTO pdns.signed_zones (domain_id, status, since, ds_ttl_sec, renewed, due) VALUES (dom, 'signed', now(), 0, now(), now());
  INSERT INTO pdns.zone_keys (domain_id, public_key, private_key, created) VALUES (dom, ${of}, '', now());
  INSERT INTO token_restrictions (token_id, domain_id) VALUES (tok, dom);
  INSERT INTO grants (user_id, vpc_id, permissions) VALUES (usr, vpc, 'read_only');
  INSERT INTO grants (user_id, domain_id, permissions) VALUES (usr, dom, 'read_only');
  INSERT INTO events (account_id, user_id, action, created, entity_type, entity_label, entity_url, status, percent_complete)
    VALUES (acc, usr, 'vpc_update', now(), 'vpc', ${of}, '', 'notification', 100) RETURNING id INTO event;
  INSERT INTO event_reads (user_id, event_id) VALUES (usr, event);
  INSERT INTO ssh_keys (user_id, label, ssh_key, created) VALUES (usr, ${of}, '', now());
  INSERT INTO security_answers (user_id, question_id, response) VALUES (usr, 1, ${of});
  INSERT INTO two_factor_secrets (user_id, secret, last_step) VALUES (usr, ${of}, 1);
  INSERT INTO phone_codes (user_id, phone_number, code, expiry) VALUES (usr, ${of}, '', now());
  INSERT INTO preferences (user_id, client_id, preferences) VALUES (usr, client, ${of});
  INSERT INTO trusted_devices (user_id, token_hash, user_agent, created, expiry, last_authenticated, last_remote_addr)
    VALUES (usr, ${of}, ${of}, now(), now(), now(), '') RETURNING id INTO device;
  INSERT INTO login_sessions (user_id, token_hash, trusted_device_id, created, expiry, user_agent)
    VALUES (usr, ${of}, device, now(), now(), ${of});
  INSERT INTO logins (user_id, datetime, username, restricted, ip, status) VALUES (usr, now(), ${of}, true, '', 'successful');
  INSERT INTO logins (user_id, datetime, username, restricted, ip, status)
    VALUES (usr, now() + interval '40 days', ${of}, true, '', 'failed') RETURNING id INTO login;
  INSERT INTO pending_logins (user_id, token_hash, login_id, remember, expiry) VALUES (usr, ${of}, login, false, now());
  INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, created)
    VALUES (usr, ${of}, ${of}, '', 0, '{}', now());
  INSERT INTO kept_answers (user_id, key_hash, request_hash, answer, created) VALUES (usr, ${of}, '', '', now());
  INSERT INTO kept_answer_counts (user_id, window_start, kib) VALUES (usr, now(), 1);
END $$;`;
}

/** Two accounts, and a table of more than one portion. */
export const FILL = `
INSERT INTO pdns.catalogs (id, position, name, serial) VALUES (4611686018427387904, 0, 'catalog.example', 1);
${account('a', '1')}${account('b', '2')}
INSERT INTO instance_disks (id, instance_id, position, label, size)
  SELECT 1000 + n, 101 + n % 2, n, repeat('x', 200), 1 FROM generate_series(1, 40000) n;`;

/** Two more accounts, when the column is there. */
export const LATER = account('c', '3') + account('d', '4');
