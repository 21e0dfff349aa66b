-- Copies all rows into a plain table: not for a large table that is in use.
ALTER TABLE logins RENAME TO logins_partitioned;
ALTER INDEX logins_user_id_idx RENAME TO logins_partitioned_user_id_idx;
ALTER INDEX logins_pkey RENAME TO logins_partitioned_pkey;
CREATE TABLE logins (LIKE logins_partitioned INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
INSERT INTO logins SELECT * FROM logins_partitioned;
DO $$
DECLARE
  ids record;
BEGIN
  SELECT last_value, is_called INTO ids FROM logins_id_seq;
  DROP TABLE logins_partitioned;
  ALTER TABLE logins ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
  PERFORM setval('logins_id_seq', ids.last_value, ids.is_called);
  EXECUTE format('ALTER TABLE logins ADD CONSTRAINT logins_first_check CHECK (datetime < %L)',
    greatest((SELECT max(datetime) + interval '1 second' FROM logins), date_trunc('day', now(), 'UTC') + interval '30 days')
    AT TIME ZONE 'UTC' || '+00');
END $$;
ALTER TABLE logins
  ADD CONSTRAINT logins_pkey PRIMARY KEY (id),
  ADD CONSTRAINT logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE;
CREATE UNIQUE INDEX logins_first_pkey ON logins (id, datetime);
CREATE INDEX logins_datetime_idx ON logins (datetime);
CREATE INDEX logins_user_id_idx ON logins (user_id, id);
DELETE FROM partitioned_tables WHERE table_name = 'logins';
