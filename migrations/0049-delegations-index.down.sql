-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS records_delegations_idx;
