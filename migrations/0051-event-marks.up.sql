-- A foreign key to a partitioned table needs the partition's time too, and would hold a partition that is to be dropped (D-226).
-- Who deletes events deletes the marks of those who read them.
ALTER TABLE event_reads DROP CONSTRAINT event_reads_event_id_fkey;
CREATE OR REPLACE FUNCTION uncount_events() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  settled bigint;
BEGIN
  SELECT settled_id INTO settled FROM event_count_marks FOR SHARE;
  UPDATE event_counts c SET events = c.events - gone.events
  FROM (SELECT account_id, count(*) AS events FROM deleted WHERE id <= settled GROUP BY account_id) gone
  WHERE c.account_id = gone.account_id;
  DELETE FROM event_reads r USING deleted d WHERE r.event_id = d.id;
  RETURN NULL;
END $$;
