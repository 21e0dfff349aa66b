-- Partitions the table by time (D-226). The rows stay where they are: the table becomes the first partition.
-- The name lives on in the same transaction.
-- squawk-ignore renaming-table
ALTER TABLE events RENAME TO events_first;
ALTER INDEX events_account_id_idx RENAME TO events_first_account_id_idx;
ALTER INDEX events_user_id_idx RENAME TO events_first_user_id_idx;
ALTER INDEX events_granted_idx RENAME TO events_first_granted_idx;
ALTER INDEX events_imagized_idx RENAME TO events_first_imagized_idx;
ALTER INDEX events_created_idx RENAME TO events_first_created_idx;
DROP TRIGGER events_uncounted ON events_first;
ALTER TABLE events_first DROP CONSTRAINT events_pkey, ADD CONSTRAINT events_first_pkey PRIMARY KEY USING INDEX events_first_pkey;

CREATE TABLE events (LIKE events_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT events_pkey PRIMARY KEY (id, created)) PARTITION BY RANGE (created);
ALTER TABLE events
  DROP CONSTRAINT events_first_check,
  ADD CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE;
CREATE INDEX events_account_id_idx ON events (account_id, id);
CREATE INDEX events_user_id_idx ON events (user_id, id);
CREATE INDEX events_granted_idx ON events (granted_kind, granted_id, id) WHERE granted_id IS NOT NULL;
CREATE INDEX events_imagized_idx ON events (((secondary_entity->>'id')::bigint)) WHERE action = 'disk_imagize';
DO $$
DECLARE
  ids record;
BEGIN
  SELECT last_value, is_called INTO ids FROM events_id_seq;
  ALTER TABLE events_first ALTER COLUMN id DROP IDENTITY;
  ALTER TABLE events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
  PERFORM setval('events_id_seq', ids.last_value, ids.is_called);
  EXECUTE (SELECT format('ALTER TABLE events ATTACH PARTITION events_first FOR VALUES FROM (MINVALUE) TO (%L)',
      substring(pg_get_constraintdef(oid) FROM '''([^'']+)'''))
    FROM pg_constraint WHERE conname = 'events_first_check' AND conrelid = 'events_first'::regclass);
END $$;
ALTER TABLE events_first DROP CONSTRAINT events_first_check;

-- An insert never fails for want of a partition.
CREATE TABLE events_default (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
CREATE INDEX events_default_created_idx ON events_default (created);
ALTER TABLE events ATTACH PARTITION events_default DEFAULT;
CREATE TRIGGER events_uncounted AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_events();
INSERT INTO partitioned_tables (table_name) VALUES ('events');
