-- no transaction
-- The delegations of a zone: few have any.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_delegations_idx
  ON records (domain_id, fqdn) WHERE type = 'NS' AND name <> '' AND rdata IS NOT NULL;
