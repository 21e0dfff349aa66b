-- Copies all rows into a plain table: not for a large table that is in use.
ALTER TABLE events RENAME TO events_partitioned;
ALTER INDEX events_account_id_idx RENAME TO events_partitioned_account_id_idx;
ALTER INDEX events_user_id_idx RENAME TO events_partitioned_user_id_idx;
ALTER INDEX events_granted_idx RENAME TO events_partitioned_granted_idx;
ALTER INDEX events_imagized_idx RENAME TO events_partitioned_imagized_idx;
ALTER INDEX events_pkey RENAME TO events_partitioned_pkey;
CREATE TABLE events (LIKE events_partitioned INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
INSERT INTO events SELECT * FROM events_partitioned;
DO $$
DECLARE
  ids record;
BEGIN
  SELECT last_value, is_called INTO ids FROM events_id_seq;
  DROP TABLE events_partitioned;
  ALTER TABLE events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
  PERFORM setval('events_id_seq', ids.last_value, ids.is_called);
  EXECUTE format('ALTER TABLE events ADD CONSTRAINT events_first_check CHECK (created < %L)',
    greatest((SELECT max(created) + interval '1 second' FROM events), date_trunc('day', now(), 'UTC') + interval '30 days')
    AT TIME ZONE 'UTC' || '+00');
END $$;
ALTER TABLE events
  ADD CONSTRAINT events_pkey PRIMARY KEY (id),
  ADD CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE;
CREATE UNIQUE INDEX events_first_pkey ON events (id, created);
CREATE INDEX events_created_idx ON events (created);
CREATE INDEX events_account_id_idx ON events (account_id, id);
CREATE INDEX events_user_id_idx ON events (user_id, id);
CREATE INDEX events_granted_idx ON events (granted_kind, granted_id, id) WHERE granted_id IS NOT NULL;
CREATE INDEX events_imagized_idx ON events (((secondary_entity->>'id')::bigint)) WHERE action = 'disk_imagize';
CREATE TRIGGER events_uncounted AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_events();
DELETE FROM partitioned_tables WHERE table_name = 'events';
