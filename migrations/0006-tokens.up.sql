CREATE TABLE authorized_apps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  client_id text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  -- The scopes of the newest token.
  scopes text NOT NULL,
  created timestamptz(0) NOT NULL,
  -- The end of the live refresh token; null without one.
  refresh_expiry timestamptz(0),
  CONSTRAINT authorized_apps_user_id_client_id_key UNIQUE (user_id, client_id),
  CONSTRAINT authorized_apps_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX authorized_apps_client_id_idx ON authorized_apps (client_id);
CREATE UNIQUE INDEX authorized_apps_account_id_key ON authorized_apps (account_id, id);
COMMENT ON TABLE authorized_apps IS
  'A user''s authorization of an OAuth client (D-89). What the client gets for the user refers to it and ends with it.';

CREATE TABLE oauth_grants (
  id text PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  client_id text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  -- Null until the first token: then revoking the app ends the grant.
  authorized_app_id bigint,
  payload jsonb NOT NULL,
  created timestamptz(0) NOT NULL,
  CONSTRAINT oauth_grants_authorized_app_id_fkey FOREIGN KEY (account_id, authorized_app_id)
    REFERENCES authorized_apps (account_id, id) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_user_id_idx ON oauth_grants (user_id);
CREATE INDEX oauth_grants_client_id_idx ON oauth_grants (client_id);
CREATE INDEX oauth_grants_authorized_app_id_idx ON oauth_grants (authorized_app_id) WHERE authorized_app_id IS NOT NULL;
CREATE UNIQUE INDEX oauth_grants_account_id_key ON oauth_grants (account_id, id);
COMMENT ON TABLE oauth_grants IS
  'What a user allowed a client in one consent. Its code, refresh tokens and access tokens end with it.';

CREATE TABLE oauth_payloads (
  kind text CHECK (kind IN ('Interaction', 'AuthorizationCode', 'RefreshToken')),
  id_hash bytea,
  grant_id text REFERENCES oauth_grants ON DELETE CASCADE,
  payload jsonb NOT NULL,
  consumed timestamptz(0),
  expiry timestamptz(0) NOT NULL,
  CONSTRAINT oauth_payloads_pkey PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_payloads_grant_id_idx ON oauth_payloads (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_payloads_expiry_idx ON oauth_payloads (expiry);
CREATE INDEX oauth_payloads_consumed_idx ON oauth_payloads (consumed) WHERE consumed IS NOT NULL;
COMMENT ON TABLE oauth_payloads IS
  'Authorization requests, codes and refresh tokens, as the OAuth library stores them, by the digest of their value.';

CREATE TABLE tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('personal', 'oauth')),
  -- The client of the token; of a personal token, the client whose token made it (D-86, D-208).
  client_id text REFERENCES oauth_clients ON DELETE CASCADE,
  label text NOT NULL,
  scopes text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  token_prefix text,
  created timestamptz(0) NOT NULL,
  expiry timestamptz(0),
  authorized_app_id bigint,
  oauth_grant_id text,
  -- The consent under which an application's token made this personal token (D-208). It may outlive that consent.
  made_under_grant_id text,
  -- What the token is narrowed to (D-237). It stays narrowed when its last entity is gone.
  narrowed boolean NOT NULL DEFAULT false,
  sources cidr[],
  unused_days integer,
  unused_until timestamptz(0),
  -- What a narrowed token reaches beside named entities: 'vpc', 'domain', 'image' for all of a kind, 'rest' (D-279).
  wholes text[] NOT NULL DEFAULT '{}',
  CONSTRAINT tokens_authorized_app_id_fkey FOREIGN KEY (account_id, authorized_app_id)
    REFERENCES authorized_apps (account_id, id) ON DELETE CASCADE,
  CONSTRAINT tokens_oauth_grant_id_fkey FOREIGN KEY (account_id, oauth_grant_id) REFERENCES oauth_grants (account_id, id) ON DELETE CASCADE,
  CONSTRAINT tokens_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE,
  CONSTRAINT tokens_authorized_app_check CHECK ((kind = 'oauth') = (authorized_app_id IS NOT NULL)),
  CONSTRAINT tokens_check CHECK ((kind = 'personal') OR (client_id IS NOT NULL))
);
CREATE INDEX tokens_user_id_idx ON tokens (user_id, id);
CREATE INDEX tokens_client_id_idx ON tokens (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX tokens_expiry_idx ON tokens (expiry) WHERE expiry IS NOT NULL;
CREATE INDEX tokens_authorized_app_id_idx ON tokens (authorized_app_id) WHERE authorized_app_id IS NOT NULL;
CREATE INDEX tokens_oauth_grant_id_idx ON tokens (oauth_grant_id) WHERE oauth_grant_id IS NOT NULL;
CREATE INDEX tokens_made_under_grant_id_idx ON tokens (made_under_grant_id) WHERE made_under_grant_id IS NOT NULL;
CREATE INDEX tokens_unused_until_idx ON tokens (unused_until) WHERE unused_until IS NOT NULL;
CREATE INDEX tokens_personal_idx ON tokens (user_id, id, expiry, unused_until) WHERE kind = 'personal';
CREATE UNIQUE INDEX tokens_account_id_key ON tokens (account_id, id);
COMMENT ON TABLE tokens IS 'Personal access tokens and the access tokens of applications.';

CREATE TABLE token_restrictions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  token_id bigint NOT NULL,
  vpc_id bigint,
  domain_id bigint,
  image_id bigint,
  names text[],
  types text[],
  actions text[],
  CONSTRAINT token_restrictions_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE,
  CONSTRAINT token_restrictions_image_id_fkey FOREIGN KEY (account_id, image_id) REFERENCES images (account_id, id) ON DELETE CASCADE,
  CONSTRAINT token_restrictions_token_id_fkey FOREIGN KEY (account_id, token_id) REFERENCES tokens (account_id, id) ON DELETE CASCADE,
  CONSTRAINT token_restrictions_vpc_id_fkey FOREIGN KEY (account_id, vpc_id) REFERENCES vpcs (account_id, id) ON DELETE CASCADE,
  CONSTRAINT token_restrictions_one_entity CHECK (num_nonnulls(vpc_id, domain_id, image_id) = 1),
  CONSTRAINT token_restrictions_records_check CHECK (domain_id IS NOT NULL OR num_nonnulls(names, types, actions) = 0)
);
CREATE INDEX token_restrictions_token_id_idx ON token_restrictions (token_id);
CREATE INDEX token_restrictions_vpc_id_idx ON token_restrictions (vpc_id) WHERE vpc_id IS NOT NULL;
CREATE INDEX token_restrictions_domain_id_idx ON token_restrictions (domain_id) WHERE domain_id IS NOT NULL;
CREATE INDEX token_restrictions_image_id_idx ON token_restrictions (image_id) WHERE image_id IS NOT NULL;
COMMENT ON TABLE token_restrictions IS
  'The entities that a narrowed token names (D-237). Null in names, types or actions means all of them.';

CREATE TABLE grants (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  vpc_id bigint,
  domain_id bigint,
  image_id bigint,
  instance_id bigint,
  permissions text NOT NULL CHECK (permissions IN ('read_only', 'read_write')),
  CONSTRAINT grants_domain_key UNIQUE (domain_id, user_id),
  CONSTRAINT grants_image_key UNIQUE (image_id, user_id),
  CONSTRAINT grants_instance_key UNIQUE (instance_id, user_id),
  CONSTRAINT grants_vpc_key UNIQUE (vpc_id, user_id),
  CONSTRAINT grants_domain_id_fkey FOREIGN KEY (account_id, domain_id) REFERENCES domains (account_id, id) ON DELETE CASCADE,
  CONSTRAINT grants_image_id_fkey FOREIGN KEY (account_id, image_id) REFERENCES images (account_id, id) ON DELETE CASCADE,
  CONSTRAINT grants_instance_id_fkey FOREIGN KEY (account_id, instance_id) REFERENCES instances (account_id, id) ON DELETE CASCADE,
  CONSTRAINT grants_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE,
  CONSTRAINT grants_vpc_id_fkey FOREIGN KEY (account_id, vpc_id) REFERENCES vpcs (account_id, id) ON DELETE CASCADE,
  CONSTRAINT grants_one_entity CHECK (num_nonnulls(vpc_id, domain_id, image_id, instance_id) = 1)
);
CREATE INDEX grants_user_id_idx ON grants (user_id);
COMMENT ON TABLE grants IS 'A restricted user''s permission on one entity (D-46).';

CREATE TABLE kept_answers (
  account_id bigint NOT NULL,
  user_id bigint,
  -- SHA-256 of user, power and key (D-272); of the request.
  key_hash bytea,
  request_hash bytea NOT NULL,
  -- Encrypted: it may contain a secret.
  answer bytea NOT NULL,
  created timestamptz(0) NOT NULL,
  -- Until when the request under way holds the key (D-274); null once the answer is kept.
  lease_until timestamptz(0),
  CONSTRAINT kept_answers_pkey PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX kept_answers_created_idx ON kept_answers (created);
COMMENT ON TABLE kept_answers IS
  'Answers to requests with an Idempotency-Key, for a day (D-230). No foreign key to users: it would lock the user''s row in '
  'each such request.';

CREATE TABLE kept_answer_counts (
  user_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  window_start timestamptz(0) NOT NULL,
  kib integer NOT NULL CHECK (kib <= 65536)
);
COMMENT ON TABLE kept_answer_counts IS
  'How much is kept for each user in the present day, in KiB. The check is the limit (D-230).';

CREATE FUNCTION fits_names(name text, names text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT names IS NULL OR EXISTS (
    SELECT FROM unnest(names) n WHERE lower(name) LIKE replace(replace(n, '_', '\_'), '*', '_%'))
$$;
COMMENT ON FUNCTION fits_names(text, text[]) IS
  'Whether a record''s name, relative to its domain, matches one of the names; * stands for one or more labels (D-237).';

CREATE FUNCTION application_scopes(app_id bigint, present timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_or(name = '*') THEN '*' ELSE string_agg(name, ' ' ORDER BY place, name) END
    FROM (SELECT name, min(ARRAY[held.age, place]) AS place
            FROM (SELECT id AS age, scopes FROM tokens
                   WHERE authorized_app_id = app_id AND (expiry IS NULL OR expiry > present)
                  UNION ALL
                  SELECT 9223372036854775807, payload.payload ->> 'scope'
                    FROM oauth_grants JOIN oauth_payloads AS payload ON payload.grant_id = oauth_grants.id
                   WHERE oauth_grants.authorized_app_id = app_id AND payload.kind = 'RefreshToken'
                     AND payload.consumed IS NULL AND payload.expiry > present) AS held,
                 string_to_table(held.scopes, ' ') WITH ORDINALITY AS scope (name, place)
           GROUP BY name) AS scope
$$;
COMMENT ON FUNCTION application_scopes(bigint, timestamptz) IS
  'The scopes, in canonical form (D-42), of an application''s live access and refresh tokens (D-207).';
