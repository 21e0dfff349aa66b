CREATE OR REPLACE FUNCTION uncount_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settled bigint;
BEGIN
  SELECT settled_id INTO settled FROM event_count_marks FOR SHARE;
  UPDATE event_counts c SET events = c.events - gone.events
  FROM (SELECT account_id, count(*) AS events FROM deleted WHERE id <= settled GROUP BY account_id) gone
  WHERE c.account_id = gone.account_id;
  RETURN NULL;
END $$;
DELETE FROM event_reads r WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = r.event_id);
ALTER TABLE event_reads
  ADD CONSTRAINT event_reads_event_id_fkey FOREIGN KEY (event_id) REFERENCES events ON DELETE CASCADE;
