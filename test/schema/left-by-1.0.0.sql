-- What release 1.1.0 leaves in a database that release 1.0.0 made: run on a database of release 1.1.0, it makes such a one.
CREATE FUNCTION account_of_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.domains WHERE id = NEW.domain_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_instance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.instances WHERE id = NEW.instance_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.tokens WHERE id = NEW.token_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.users WHERE id = NEW.user_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_vpc() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.vpcs WHERE id = NEW.vpc_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION authorize_app_of_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM authorized_apps AS app
   WHERE app.user_id = NEW.user_id AND app.client_id = NEW.client_id
     AND coalesce(app.refresh_expiry <= NEW.created, true)
     AND NOT EXISTS (
       SELECT FROM tokens WHERE authorized_app_id = app.id AND (expiry IS NULL OR expiry > NEW.created));
  INSERT INTO authorized_apps (user_id, client_id, scopes, created)
    VALUES (NEW.user_id, NEW.client_id, NEW.scopes, NEW.created)
    ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes
    RETURNING id INTO NEW.authorized_app_id;
  RETURN NEW;
END $$;

CREATE FUNCTION delete_client_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tokens WHERE client_id = OLD.id;
  RETURN OLD;
END $$;

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN VALUES
    ('pdns.catalog_members', 'account_of_domain'), ('pdns.parents', 'account_of_domain'),
    ('pdns.signed_names', 'account_of_domain'), ('pdns.signed_zones', 'account_of_domain'),
    ('pdns.transferred_metadata', 'account_of_domain'), ('pdns.transferred_records', 'account_of_domain'),
    ('pdns.unnotified_zones', 'account_of_domain'), ('pdns.zone_keys', 'account_of_domain'),
    ('pdns.zone_states', 'account_of_domain'), ('records', 'account_of_domain'), ('instance_configs', 'account_of_instance'),
    ('instance_disks', 'account_of_instance'), ('instance_interfaces', 'account_of_instance'),
    ('vpc_addresses', 'account_of_instance'), ('token_restrictions', 'account_of_token'), ('authorized_apps', 'account_of_user'),
    ('event_reads', 'account_of_user'), ('grants', 'account_of_user'), ('kept_answer_counts', 'account_of_user'),
    ('kept_answers', 'account_of_user'), ('login_counts', 'account_of_user'), ('login_sessions', 'account_of_user'),
    ('logins', 'account_of_user'), ('oauth_grants', 'account_of_user'), ('passkeys', 'account_of_user'),
    ('pending_logins', 'account_of_user'), ('phone_codes', 'account_of_user'), ('preferences', 'account_of_user'),
    ('security_answers', 'account_of_user'), ('ssh_keys', 'account_of_user'), ('tokens', 'account_of_user'),
    ('trusted_devices', 'account_of_user'), ('two_factor_secrets', 'account_of_user'), ('vpc_subnets', 'account_of_vpc')
  LOOP
    EXECUTE format('CREATE TRIGGER fill_account_id BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION %I()',
      one.column1, one.column2);
  END LOOP;
END $$;
CREATE TRIGGER oauth_clients_delete_tokens BEFORE DELETE ON oauth_clients FOR EACH ROW EXECUTE FUNCTION delete_client_tokens();
CREATE TRIGGER tokens_authorize_app BEFORE INSERT ON tokens FOR EACH ROW
  WHEN (NEW.kind = 'oauth' AND NEW.authorized_app_id IS NULL) EXECUTE FUNCTION authorize_app_of_token();

-- The first and the last two of the 80 names: release 1.1.0 listed its first eleven before the last.
UPDATE schema_migrations SET id = id + 79 + (timestamp > 11)::integer;
INSERT INTO schema_migrations (id, timestamp, name) VALUES (1, 1, 'foundation-0000000000001'), (79, 186, 'unused-0000000000186'),
  (91, 190, 'comments-0000000000190');
SELECT setval(pg_get_serial_sequence('schema_migrations', 'id'), max(id)) FROM schema_migrations;
