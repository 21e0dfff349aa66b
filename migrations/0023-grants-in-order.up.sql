-- no transaction
-- A restricted user's list reads their grants in the order of the entities.
CREATE INDEX CONCURRENTLY IF NOT EXISTS grants_user_id_domain_id_idx ON grants (user_id, domain_id) WHERE domain_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS grants_user_id_vpc_id_idx ON grants (user_id, vpc_id) WHERE vpc_id IS NOT NULL;
