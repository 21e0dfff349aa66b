-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS pdns.transferred_records_order_idx;
