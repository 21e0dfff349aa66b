-- A browser's login. Its cookie's digest, so that the database can't be used to log in.
CREATE TABLE login_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  -- With "remember me": deleting the device ends the login (D-87).
  trusted_device_id bigint REFERENCES trusted_devices ON DELETE CASCADE,
  created timestamptz(0) NOT NULL,
  expiry timestamptz(0) NOT NULL,
  CONSTRAINT login_sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX login_sessions_user_id_idx ON login_sessions (user_id);
CREATE INDEX login_sessions_trusted_device_id_idx ON login_sessions (trusted_device_id)
  WHERE trusted_device_id IS NOT NULL;
CREATE INDEX login_sessions_expiry_idx ON login_sessions (expiry);

-- A login whose password was right and whose two-factor code is still to come.
CREATE TABLE pending_logins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  -- Its row of the history, failed until the code is right.
  login_id bigint NOT NULL REFERENCES logins ON DELETE CASCADE,
  remember boolean NOT NULL,
  wrong_codes integer NOT NULL DEFAULT 0,
  expiry timestamptz(0) NOT NULL,
  CONSTRAINT pending_logins_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX pending_logins_user_id_idx ON pending_logins (user_id);
CREATE INDEX pending_logins_login_id_idx ON pending_logins (login_id);
CREATE INDEX pending_logins_expiry_idx ON pending_logins (expiry);

-- What a user allowed a client in one consent. Its code, refresh tokens and access tokens go with it.
CREATE TABLE oauth_grants (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  -- Null until the first token: then revoking the app ends the grant.
  authorized_app_id bigint REFERENCES authorized_apps ON DELETE CASCADE,
  payload jsonb NOT NULL,
  created timestamptz(0) NOT NULL
);
CREATE INDEX oauth_grants_user_id_idx ON oauth_grants (user_id);
CREATE INDEX oauth_grants_client_id_idx ON oauth_grants (client_id);
CREATE INDEX oauth_grants_authorized_app_id_idx ON oauth_grants (authorized_app_id)
  WHERE authorized_app_id IS NOT NULL;

-- Authorization requests under way, codes and refresh tokens, as the OAuth library keeps them, by the digest of their
-- value.
CREATE TABLE oauth_payloads (
  kind text NOT NULL CHECK (kind IN ('Interaction', 'AuthorizationCode', 'RefreshToken')),
  id_hash bytea NOT NULL,
  grant_id text REFERENCES oauth_grants ON DELETE CASCADE,
  payload jsonb NOT NULL,
  consumed timestamptz(0),
  expiry timestamptz(0) NOT NULL,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_payloads_grant_id_idx ON oauth_payloads (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_payloads_expiry_idx ON oauth_payloads (expiry);
CREATE INDEX oauth_payloads_consumed_idx ON oauth_payloads (consumed) WHERE consumed IS NOT NULL;

ALTER TABLE tokens ADD COLUMN oauth_grant_id text REFERENCES oauth_grants ON DELETE CASCADE;
CREATE INDEX tokens_oauth_grant_id_idx ON tokens (oauth_grant_id) WHERE oauth_grant_id IS NOT NULL;
