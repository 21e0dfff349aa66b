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

CREATE OR REPLACE FUNCTION drop_partition(parent text, before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  part text;
  settled bigint;
BEGIN
  PERFORM FROM public.partitioned_tables WHERE table_name = parent FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT name INTO part FROM public.partitions_of(parent) WHERE upper <= before ORDER BY upper LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  IF parent = 'events' THEN
    -- Whoever deletes events meanwhile waits for this row, as uncount_events() does, or this transaction gives up.
    SELECT settled_id INTO settled FROM public.event_count_marks FOR UPDATE;
    EXECUTE format('UPDATE public.event_counts c SET events = c.events - gone.events
      FROM (SELECT account_id, count(*) AS events FROM public.%I WHERE id <= $1 GROUP BY account_id) gone
      WHERE c.account_id = gone.account_id', part) USING settled;
    EXECUTE format('DELETE FROM public.event_reads r USING public.%I e WHERE r.event_id = e.id', part);
  END IF;
  EXECUTE format('DROP TABLE public.%I', part);
  RETURN 1;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN 0;
END $$;

DROP FUNCTION count_going_events(timestamptz, integer);
DROP TABLE going_event_counts;
ALTER TABLE event_count_marks DROP COLUMN going_id, DROP COLUMN going_to, DROP COLUMN going_from;
