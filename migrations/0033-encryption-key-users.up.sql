-- The processes that run now, and the key with which each encrypts (D-221). One that has not been seen for a while is dead.
CREATE TABLE encryption_key_users (
  process uuid CONSTRAINT encryption_key_users_pkey PRIMARY KEY,
  key_id text NOT NULL,
  seen timestamptz NOT NULL
);
