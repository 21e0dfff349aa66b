ALTER TABLE accounts
  ADD COLUMN referral_code text NOT NULL DEFAULT left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 40);

ALTER TABLE users
  ADD COLUMN email_notifications boolean NOT NULL DEFAULT true,
  ADD COLUMN timezone text NOT NULL DEFAULT 'GMT',
  ADD COLUMN authorized_keys text[],
  ADD COLUMN lish_auth_method text NOT NULL DEFAULT 'password_keys'
    CONSTRAINT users_lish_auth_method_check CHECK (lish_auth_method IN ('password_keys', 'keys_only', 'disabled')),
  ADD COLUMN ip_whitelist_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN verified_phone_number text;

CREATE TABLE ssh_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  label text NOT NULL DEFAULT '',
  ssh_key text NOT NULL,
  created timestamptz(0) NOT NULL
);
CREATE INDEX ssh_keys_user_id_idx ON ssh_keys (user_id, id);

CREATE TABLE security_answers (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id integer NOT NULL,
  -- Encrypted.
  response bytea NOT NULL,
  PRIMARY KEY (user_id, question_id)
);

-- A user's two-factor secret: the active one, and the one that waits to be confirmed (D-77). Both encrypted.
CREATE TABLE two_factor_secrets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea,
  -- The RFC 6238 time step of the last code accepted (D-78).
  last_step bigint,
  scratch_code_hash bytea,
  pending_secret bytea,
  pending_expiry timestamptz(0),
  CONSTRAINT two_factor_secrets_active CHECK ((secret IS NULL) = (last_step IS NULL)),
  CONSTRAINT two_factor_secrets_pending CHECK ((pending_secret IS NULL) = (pending_expiry IS NULL))
);

CREATE TABLE phone_codes (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  phone_number text NOT NULL,
  -- Encrypted: a repeated send sends it again (D-83).
  code bytea NOT NULL,
  -- Until a message was taken for delivery, the code verifies nothing.
  sent boolean NOT NULL DEFAULT false,
  expiry timestamptz(0) NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, phone_number)
);
CREATE INDEX phone_codes_expiry_idx ON phone_codes (expiry);

-- Text, not json: the keys' order and the numbers stay as they were sent (D-86).
CREATE TABLE preferences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id text REFERENCES oauth_clients ON DELETE CASCADE,
  preferences text NOT NULL,
  CONSTRAINT preferences_user_id_client_id_key UNIQUE NULLS NOT DISTINCT (user_id, client_id)
);
CREATE INDEX preferences_client_id_idx ON preferences (client_id) WHERE client_id IS NOT NULL;

CREATE TABLE trusted_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  user_agent text NOT NULL,
  created timestamptz(0) NOT NULL,
  expiry timestamptz(0) NOT NULL,
  last_authenticated timestamptz(0) NOT NULL,
  last_remote_addr text NOT NULL,
  CONSTRAINT trusted_devices_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX trusted_devices_user_id_idx ON trusted_devices (user_id, id);
CREATE INDEX trusted_devices_expiry_idx ON trusted_devices (expiry);

CREATE TABLE logins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  datetime timestamptz(0) NOT NULL,
  -- The user as they were: a later change of name or role doesn't rewrite history (D-198).
  username text NOT NULL,
  restricted boolean NOT NULL,
  ip text NOT NULL,
  status text NOT NULL CONSTRAINT logins_status_check CHECK (status IN ('successful', 'failed'))
);
CREATE INDEX logins_user_id_idx ON logins (user_id, id);
CREATE INDEX logins_datetime_idx ON logins (datetime);

-- One per user and OAuth client (D-89). Whatever is given to the client for the user refers to it and goes with it.
CREATE TABLE authorized_apps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  -- Those of the newest token.
  scopes text NOT NULL,
  created timestamptz(0) NOT NULL,
  -- The end of the live refresh token; null without one.
  refresh_expiry timestamptz(0),
  CONSTRAINT authorized_apps_user_id_client_id_key UNIQUE (user_id, client_id)
);
CREATE INDEX authorized_apps_client_id_idx ON authorized_apps (client_id);

ALTER TABLE tokens ADD COLUMN authorized_app_id bigint REFERENCES authorized_apps ON DELETE CASCADE;
CREATE INDEX tokens_authorized_app_id_idx ON tokens (authorized_app_id) WHERE authorized_app_id IS NOT NULL;

-- An OAuth token belongs to the authorization of its user and client, whoever issues it.
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
CREATE TRIGGER tokens_authorize_app BEFORE INSERT ON tokens FOR EACH ROW
  WHEN (NEW.kind = 'oauth' AND NEW.authorized_app_id IS NULL) EXECUTE FUNCTION authorize_app_of_token();

INSERT INTO authorized_apps (user_id, client_id, scopes, created)
  SELECT user_id, client_id, (array_agg(scopes ORDER BY id DESC))[1], min(created)
    FROM tokens WHERE kind = 'oauth' GROUP BY user_id, client_id;
UPDATE tokens SET authorized_app_id = app.id FROM authorized_apps AS app
 WHERE tokens.kind = 'oauth' AND app.user_id = tokens.user_id AND app.client_id = tokens.client_id;
ALTER TABLE tokens
  ADD CONSTRAINT tokens_authorized_app_check CHECK ((kind = 'oauth') = (authorized_app_id IS NOT NULL));

-- What the limits on guessing and sending count (D-23).
CREATE TABLE attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- A digest of whom the attempt is counted for.
  subject bytea NOT NULL,
  attempted timestamptz NOT NULL
);
CREATE INDEX attempts_subject_idx ON attempts (kind, subject, attempted);
CREATE INDEX attempts_attempted_idx ON attempts (attempted);
