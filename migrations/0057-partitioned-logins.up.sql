-- Partitions the table by time (D-226). The rows stay where they are: the table becomes the first partition.
-- The name lives on in the same transaction.
-- squawk-ignore renaming-table
ALTER TABLE logins RENAME TO logins_first;
ALTER INDEX logins_user_id_idx RENAME TO logins_first_user_id_idx;
ALTER INDEX logins_datetime_idx RENAME TO logins_first_datetime_idx;
ALTER TABLE logins_first DROP CONSTRAINT logins_pkey, ADD CONSTRAINT logins_first_pkey PRIMARY KEY USING INDEX logins_first_pkey;

CREATE TABLE logins (LIKE logins_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT logins_pkey PRIMARY KEY (id, datetime)) PARTITION BY RANGE (datetime);
ALTER TABLE logins
  DROP CONSTRAINT logins_first_check,
  ADD CONSTRAINT logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE;
CREATE INDEX logins_user_id_idx ON logins (user_id, id);
DO $$
DECLARE
  ids record;
BEGIN
  SELECT last_value, is_called INTO ids FROM logins_id_seq;
  ALTER TABLE logins_first ALTER COLUMN id DROP IDENTITY;
  ALTER TABLE logins ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
  PERFORM setval('logins_id_seq', ids.last_value, ids.is_called);
  EXECUTE (SELECT format('ALTER TABLE logins ATTACH PARTITION logins_first FOR VALUES FROM (MINVALUE) TO (%L)',
      substring(pg_get_constraintdef(oid) FROM '''([^'']+)'''))
    FROM pg_constraint WHERE conname = 'logins_first_check' AND conrelid = 'logins_first'::regclass);
END $$;
ALTER TABLE logins_first DROP CONSTRAINT logins_first_check;

-- An insert never fails for want of a partition.
CREATE TABLE logins_default (LIKE logins INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
CREATE INDEX logins_default_datetime_idx ON logins_default (datetime);
ALTER TABLE logins ATTACH PARTITION logins_default DEFAULT;
INSERT INTO partitioned_tables (table_name) VALUES ('logins');
