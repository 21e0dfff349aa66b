-- no transaction
-- Tidying looks for what has ended (D-282).
CREATE INDEX CONCURRENTLY IF NOT EXISTS request_counts_window_end_idx ON request_counts (window_end);
CREATE INDEX CONCURRENTLY IF NOT EXISTS attempts_ends_idx ON attempts (ends);
