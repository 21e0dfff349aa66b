-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS tokens_personal_idx;
DROP INDEX CONCURRENTLY IF EXISTS logins_first_times_idx;
DROP INDEX CONCURRENTLY IF EXISTS logins_first_successful_idx;
