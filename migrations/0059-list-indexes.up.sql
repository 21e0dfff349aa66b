-- no transaction
-- What the lists of logins and tokens count and skip stands in these indexes alone, so nothing is read from the rows, which lie far
-- apart (D-225).
CREATE INDEX CONCURRENTLY IF NOT EXISTS logins_first_successful_idx ON logins_first (user_id, id, datetime)
  WHERE status = 'successful';
CREATE INDEX CONCURRENTLY IF NOT EXISTS logins_first_times_idx ON logins_first (user_id, datetime) WHERE status = 'successful';
CREATE INDEX CONCURRENTLY IF NOT EXISTS tokens_personal_idx ON tokens (user_id, id, expiry, unused_until) WHERE kind = 'personal';
