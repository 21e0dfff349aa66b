DELETE FROM kept_answers WHERE answer = '';
ALTER TABLE kept_answers DROP COLUMN lease_until;
