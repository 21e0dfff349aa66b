-- Answers to requests with an Idempotency-Key, for a day (D-230). They outlive their user: a foreign key would lock the
-- user's row in every such request, and nobody else can read them.
CREATE TABLE kept_answers (
  user_id bigint NOT NULL,
  -- SHA-256 of the user and the key, and of the request.
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  -- Encrypted: it may hold a secret.
  answer bytea NOT NULL,
  created timestamptz(0) NOT NULL,
  PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX kept_answers_created_idx ON kept_answers (created);

-- What a user has kept since the beginning of the day: the bound of what one user can store. Counted anew after a crash.
CREATE UNLOGGED TABLE kept_answer_counts (
  user_id bigint PRIMARY KEY,
  window_start timestamptz(0) NOT NULL,
  kib integer NOT NULL,
  CONSTRAINT kept_answer_counts_kib_check CHECK (kib <= 65536)
);
