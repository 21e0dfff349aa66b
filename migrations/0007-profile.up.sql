CREATE TABLE ssh_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  label text NOT NULL DEFAULT '',
  ssh_key text NOT NULL,
  created timestamptz(0) NOT NULL,
  CONSTRAINT ssh_keys_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX ssh_keys_user_id_idx ON ssh_keys (user_id, id);
COMMENT ON TABLE ssh_keys IS 'The SSH keys of users.';

CREATE TABLE security_answers (
  account_id bigint NOT NULL,
  user_id bigint,
  question_id integer,
  -- Encrypted.
  response bytea NOT NULL,
  CONSTRAINT security_answers_pkey PRIMARY KEY (user_id, question_id),
  CONSTRAINT security_answers_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE security_answers IS 'The answers of users to security questions, encrypted.';

CREATE TABLE two_factor_secrets (
  user_id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  secret bytea,
  -- The time step (RFC 6238) of the last accepted code (D-78).
  last_step bigint,
  scratch_code_hash bytea,
  pending_secret bytea,
  pending_expiry timestamptz(0),
  CONSTRAINT two_factor_secrets_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE,
  CONSTRAINT two_factor_secrets_active CHECK ((secret IS NULL) = (last_step IS NULL)),
  CONSTRAINT two_factor_secrets_pending CHECK ((pending_secret IS NULL) = (pending_expiry IS NULL))
);
COMMENT ON TABLE two_factor_secrets IS
  'A user''s two-factor secrets: the active one and the one that waits for its confirmation (D-77). Both are encrypted.';

CREATE TABLE phone_codes (
  account_id bigint NOT NULL,
  user_id bigint,
  phone_number text,
  -- Encrypted: a repeated request sends it again (D-83).
  code bytea NOT NULL,
  -- A code verifies nothing before its message was accepted for delivery.
  sent boolean NOT NULL DEFAULT false,
  expiry timestamptz(0) NOT NULL,
  wrong_tries integer NOT NULL DEFAULT 0,
  CONSTRAINT phone_codes_pkey PRIMARY KEY (user_id, phone_number),
  CONSTRAINT phone_codes_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX phone_codes_expiry_idx ON phone_codes (expiry);
COMMENT ON TABLE phone_codes IS 'The codes that verify phone numbers.';

CREATE TABLE preferences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  client_id text REFERENCES oauth_clients ON DELETE CASCADE,
  preferences text NOT NULL,
  CONSTRAINT preferences_user_id_client_id_key UNIQUE NULLS NOT DISTINCT (user_id, client_id),
  CONSTRAINT preferences_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX preferences_client_id_idx ON preferences (client_id) WHERE client_id IS NOT NULL;
COMMENT ON TABLE preferences IS
  'The preferences of users, per client. Text and not json: keys keep their order, numbers their form (D-86).';

CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL,
  credential_id bytea NOT NULL UNIQUE CHECK ((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023)),
  -- In the form of COSE.
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 1024),
  -- The authenticator's count of signatures; 0 for those without one.
  counter bigint NOT NULL,
  -- How the browser may reach the authenticator.
  transports text[] NOT NULL,
  created timestamptz(0) NOT NULL,
  last_used timestamptz(0),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id, id);
COMMENT ON TABLE passkeys IS 'The passkeys (WebAuthn credentials) of users.';

CREATE TABLE used_passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  -- The challenge expires then.
  expiry timestamptz(0) NOT NULL
);
CREATE INDEX used_passkey_challenges_expiry_idx ON used_passkey_challenges (expiry);
COMMENT ON TABLE used_passkey_challenges IS 'The passkey challenges that were used: each is accepted once.';
