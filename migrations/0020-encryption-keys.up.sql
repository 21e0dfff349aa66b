-- D-221: a value encrypted with each key in use. A start with a wrong key, or without a key that is still needed, stops.
CREATE TABLE encryption_keys (
  id text PRIMARY KEY,
  check_value bytea NOT NULL
);
