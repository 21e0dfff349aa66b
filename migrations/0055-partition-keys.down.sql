-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS logins_first_pkey;
DROP INDEX CONCURRENTLY IF EXISTS events_first_pkey;
