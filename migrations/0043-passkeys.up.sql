-- Passkeys of users (WebAuthn), and the challenges that were used already.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE
    CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- In COSE's form.
  public_key bytea NOT NULL CONSTRAINT passkeys_public_key_check CHECK (octet_length(public_key) <= 1024),
  -- The authenticator's count of its signatures; 0 for those that don't count.
  counter bigint NOT NULL,
  -- How the browser may reach the authenticator.
  transports text[] NOT NULL,
  created timestamptz(0) NOT NULL,
  last_used timestamptz(0)
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id, id);

CREATE TABLE used_passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  -- The challenge itself ends then.
  expiry timestamptz(0) NOT NULL
);
CREATE INDEX used_passkey_challenges_expiry_idx ON used_passkey_challenges (expiry);
