DROP FUNCTION fits_names;
DROP TABLE token_restrictions;
ALTER TABLE tokens
  DROP COLUMN unused_until,
  DROP COLUMN unused_days,
  DROP COLUMN sources,
  DROP COLUMN narrowed;
