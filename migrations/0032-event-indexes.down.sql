-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS events_imagized_idx;
DROP INDEX CONCURRENTLY IF EXISTS events_granted_idx;
DROP INDEX CONCURRENTLY IF EXISTS events_user_id_idx;
