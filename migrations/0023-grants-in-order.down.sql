-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS grants_user_id_vpc_id_idx;
DROP INDEX CONCURRENTLY IF EXISTS grants_user_id_domain_id_idx;
