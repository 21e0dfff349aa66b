ALTER TABLE request_counts SET UNLOGGED;
COMMENT ON TABLE request_counts IS
  'The requests of one token or address in the present window of the rate limit. Unlogged, because each request changes a row: a crash of PostgreSQL forgets the counts.';
