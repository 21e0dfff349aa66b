-- The row of an Idempotency-Key is there before its answer (D-271, D-274).
ALTER TABLE kept_answers ADD COLUMN lease_until timestamptz(0);
