CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company text NOT NULL,
  email text NOT NULL,
  euuid uuid NOT NULL DEFAULT gen_random_uuid(),
  parent_account_id bigint REFERENCES accounts,
  active_since timestamptz(0) NOT NULL,
  payments_total_usd numeric NOT NULL DEFAULT 0,
  referrals_completed integer NOT NULL DEFAULT 0,
  referrals_credit numeric NOT NULL DEFAULT 0,
  referrals_pending integer NOT NULL DEFAULT 0,
  referrals_total integer NOT NULL DEFAULT 0,
  -- Kept by the statements that insert and delete, so that a cap is one locked row and a total costs no count.
  vpc_count integer NOT NULL DEFAULT 0 CHECK (vpc_count >= 0)
);
CREATE INDEX accounts_parent_account_id_idx ON accounts (parent_account_id);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  username text NOT NULL,
  email text NOT NULL,
  restricted boolean NOT NULL,
  user_type text NOT NULL DEFAULT 'default' CHECK (user_type IN ('default', 'proxy')),
  password_hash text,
  password_created timestamptz(0),
  two_factor_auth boolean NOT NULL DEFAULT false,
  account_access text CHECK (account_access IN ('read_only', 'read_write')),
  global_grants text[] NOT NULL DEFAULT '{}',
  events_seen_id bigint NOT NULL DEFAULT 0,
  created timestamptz(0) NOT NULL
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_account_id_idx ON users (account_id);

CREATE TABLE oauth_clients (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{20}$'),
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  label text NOT NULL,
  redirect_uri text NOT NULL,
  public boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active',
  secret_hash bytea,
  website text NOT NULL DEFAULT '',
  thumbnail_url text,
  created timestamptz(0) NOT NULL,
  CHECK (public = (secret_hash IS NULL))
);
CREATE INDEX oauth_clients_account_id_idx ON oauth_clients (account_id);

CREATE TABLE tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('personal', 'oauth')),
  -- The application that the token acts for; for a personal token, that of the token that created it (D-86).
  client_id text REFERENCES oauth_clients ON DELETE SET NULL,
  label text NOT NULL,
  scopes text NOT NULL,
  token_hash bytea NOT NULL,
  token_prefix text,
  created timestamptz(0) NOT NULL,
  expiry timestamptz(0),
  CONSTRAINT tokens_token_hash_key UNIQUE (token_hash),
  CHECK (kind = 'personal' OR client_id IS NOT NULL)
);
-- D-145: a client's tokens go with it. A personal token is its user's, whichever application it was made with.
CREATE FUNCTION delete_client_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tokens WHERE client_id = OLD.id AND kind = 'oauth';
  RETURN OLD;
END $$;
CREATE TRIGGER oauth_clients_delete_tokens BEFORE DELETE ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION delete_client_tokens();

CREATE INDEX tokens_user_id_idx ON tokens (user_id, id);
CREATE INDEX tokens_client_id_idx ON tokens (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX tokens_expiry_idx ON tokens (expiry) WHERE expiry IS NOT NULL;

-- A restricted user's permission on one entity. The area of each kind adds the foreign key that removes a grant with
-- its entity (D-46).
CREATE TABLE grants (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  vpc_id bigint,
  domain_id bigint,
  image_id bigint,
  instance_id bigint,
  permissions text NOT NULL CHECK (permissions IN ('read_only', 'read_write')),
  CONSTRAINT grants_one_entity CHECK (num_nonnulls(vpc_id, domain_id, image_id, instance_id) = 1),
  CONSTRAINT grants_vpc_key UNIQUE (vpc_id, user_id),
  CONSTRAINT grants_domain_key UNIQUE (domain_id, user_id),
  CONSTRAINT grants_image_key UNIQUE (image_id, user_id),
  CONSTRAINT grants_instance_key UNIQUE (instance_id, user_id)
);
CREATE INDEX grants_user_id_idx ON grants (user_id);

CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Who did it, kept as it was: null for the service and the platform (D-132, D-198).
  user_id bigint,
  username text,
  action text NOT NULL,
  created timestamptz(0) NOT NULL,
  entity_type text NOT NULL,
  entity_id bigint,
  -- The id of an entity whose id is no number.
  entity_key text,
  entity_label text NOT NULL,
  entity_url text NOT NULL,
  secondary_entity json,
  -- The grantable entity that the event is about, for D-136.
  granted_kind text,
  granted_id bigint,
  status text NOT NULL CHECK (status IN ('scheduled', 'started', 'finished', 'failed', 'notification')),
  percent_complete integer NOT NULL CHECK (percent_complete BETWEEN 0 AND 100),
  duration integer,
  message text,
  -- Audit: never shown to customers.
  token_id bigint,
  client_address text
);
CREATE INDEX events_account_id_idx ON events (account_id, id);
CREATE INDEX events_created_idx ON events (created);

CREATE TABLE event_reads (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
  PRIMARY KEY (user_id, event_id)
);
CREATE INDEX event_reads_event_id_idx ON event_reads (event_id);
