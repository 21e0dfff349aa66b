DELETE FROM kept_answers WHERE answer IS NULL;
ALTER TABLE kept_answers ALTER COLUMN answer SET NOT NULL;
ALTER TABLE kept_answers DROP COLUMN lease_until;
