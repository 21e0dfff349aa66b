-- Extensions stay out of the schema of the tables.
CREATE SCHEMA extensions;
GRANT USAGE ON SCHEMA extensions TO PUBLIC;
COMMENT ON SCHEMA extensions IS 'The extensions that the service uses: btree_gist for subnets, pgcrypto for NSEC3.';
CREATE EXTENSION IF NOT EXISTS btree_gist SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pgcrypto SCHEMA extensions;

-- The lower-case form of filters and orders (D-215) is the same whatever locale the database has. PostgreSQL 17 and newer
-- contain the mapping; older ones take ICU's root locale, or the system's C.UTF-8.
DO $$
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    CREATE COLLATION case_mapping (provider = builtin, locale = 'C.UTF-8');
  ELSIF EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') THEN
    CREATE COLLATION case_mapping (provider = icu, locale = 'und');
  ELSE
    CREATE COLLATION case_mapping (provider = libc, locale = 'C.UTF-8');
  END IF;
END
$$;

CREATE FUNCTION violates(rule name) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'violates %', rule USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = rule;
END $$;
COMMENT ON FUNCTION violates(name) IS
  'Raises a violation of the named rule, for rules across rows that no constraint can state. The service answers it as it '
  'answers that constraint.';

CREATE FUNCTION stale() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changed since it was read' USING ERRCODE = 'serialization_failure';
END $$;
COMMENT ON FUNCTION stale() IS
  'Raises a serialization failure: the row changed since it was read. The service reads and decides again.';

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
  -- The statements that insert and delete keep the counts: a limit locks one row, a total costs no count.
  vpc_count integer NOT NULL DEFAULT 0 CHECK (vpc_count >= 0),
  referral_code text NOT NULL DEFAULT left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 40),
  domain_count integer NOT NULL DEFAULT 0 CHECK (domain_count >= 0),
  private_image_count integer NOT NULL DEFAULT 0 CHECK (private_image_count >= 0)
);
CREATE INDEX accounts_parent_account_id_idx ON accounts (parent_account_id);
COMMENT ON TABLE accounts IS 'A customer''s account. Every row of a customer belongs to one.';

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
  created timestamptz(0) NOT NULL,
  email_notifications boolean NOT NULL DEFAULT true,
  timezone text NOT NULL DEFAULT 'GMT',
  authorized_keys text[],
  lish_auth_method text NOT NULL DEFAULT 'password_keys' CHECK (lish_auth_method IN ('password_keys', 'keys_only', 'disabled')),
  ip_whitelist_enabled boolean NOT NULL DEFAULT false,
  verified_phone_number text
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE UNIQUE INDEX users_account_id_key ON users (account_id, id);
COMMENT ON TABLE users IS 'The users of accounts. A username is unique on the whole platform, without regard to case (D-140).';

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
  CONSTRAINT oauth_clients_check CHECK (public = (secret_hash IS NULL))
);
CREATE INDEX oauth_clients_account_id_idx ON oauth_clients (account_id);
COMMENT ON TABLE oauth_clients IS 'The OAuth clients that accounts registered. A public client has no secret.';

CREATE TABLE attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- A digest of the user, address or number that is counted.
  subject bytea NOT NULL,
  attempted timestamptz NOT NULL,
  -- When no limit counts the attempt any more (D-282).
  ends timestamptz NOT NULL DEFAULT (now() + interval '1 hour')
);
CREATE INDEX attempts_subject_idx ON attempts (kind, subject, attempted);
CREATE INDEX attempts_attempted_idx ON attempts (attempted);
CREATE INDEX attempts_ends_idx ON attempts (ends);
COMMENT ON TABLE attempts IS 'The attempts that a limit on guessing or sending counts (D-23).';

CREATE TABLE request_counts (
  subject bytea PRIMARY KEY,
  window_start timestamptz(0) NOT NULL,
  requests integer NOT NULL,
  -- When the window of the count ends (D-282).
  window_end timestamptz NOT NULL DEFAULT (now() + interval '1 day')
);
CREATE INDEX request_counts_window_start_idx ON request_counts (window_start);
CREATE INDEX request_counts_window_end_idx ON request_counts (window_end);
COMMENT ON TABLE request_counts IS 'The requests of one token or address in the present window of the rate limit.';

CREATE TABLE encryption_keys (
  id text PRIMARY KEY,
  check_value bytea NOT NULL
);
COMMENT ON TABLE encryption_keys IS
  'A known value, encrypted with each key in use: a start with a wrong or missing key stops (D-221).';

CREATE TABLE encryption_key_users (
  process uuid PRIMARY KEY,
  key_id text NOT NULL,
  seen timestamptz NOT NULL
);
COMMENT ON TABLE encryption_key_users IS
  'The running processes and the key with which each encrypts (D-221). Rows that are not refreshed expire.';
