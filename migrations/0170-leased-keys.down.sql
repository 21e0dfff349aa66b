DELETE FROM kept_answers WHERE lease_until IS NOT NULL;
ALTER TABLE kept_answers DROP COLUMN lease_until;
