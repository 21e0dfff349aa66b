-- no transaction
-- The neighbours of a name in the order of a pulled zone, for answers that say that there is no such name (D-219).
CREATE INDEX CONCURRENTLY IF NOT EXISTS transferred_records_order_idx
  ON pdns.transferred_records (domain_id, ordername text_pattern_ops) WHERE ordername IS NOT NULL;
