-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS attempts_ends_idx;
DROP INDEX CONCURRENTLY IF EXISTS request_counts_window_end_idx;
