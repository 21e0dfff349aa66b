ALTER TABLE request_counts SET LOGGED;
COMMENT ON TABLE request_counts IS 'The requests of one token or address in the present window of the rate limit.';
