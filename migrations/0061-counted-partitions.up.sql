-- Dropping a partition of events takes its events off the counts of accounts. To count them in one statement takes as long as there
-- are rows, so the job counts ahead, in portions (D-226).
-- How far the oldest partition, of the time from `going_from` to `going_to`, is counted.
ALTER TABLE event_count_marks
  ADD COLUMN going_from timestamptz,
  ADD COLUMN going_to timestamptz,
  ADD COLUMN going_id bigint NOT NULL DEFAULT 0;
CREATE TABLE going_event_counts (
  account_id bigint CONSTRAINT going_event_counts_pkey PRIMARY KEY
    CONSTRAINT going_event_counts_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
  events bigint NOT NULL
);

-- Counts the next events, at most `most`, of the partition that drop_partition would drop. Returns how many. Their marks go first:
-- who reads such an old event meanwhile sees it as unread.
CREATE FUNCTION count_going_events(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part record;
  mark public.event_count_marks;
  last bigint;
  counted integer;
BEGIN
  SELECT name, lower, upper INTO part FROM public.partitions_of('events') WHERE upper <= before ORDER BY upper LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT * INTO mark FROM public.event_count_marks FOR UPDATE;
  IF (mark.going_from, mark.going_to) IS DISTINCT FROM (coalesce(part.lower, '-infinity'), part.upper) THEN
    DELETE FROM public.going_event_counts;
    mark.going_id := 0;
  END IF;
  EXECUTE format('SELECT max(id), count(*) FROM (SELECT id FROM public.%I WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) next', part.name)
    INTO last, counted USING mark.going_id, mark.settled_id, most;
  IF counted > 0 THEN
    EXECUTE format('INSERT INTO public.going_event_counts AS g (account_id, events)
      SELECT account_id, count(*) FROM public.%I WHERE id > $1 AND id <= $2 GROUP BY account_id ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET events = g.events + excluded.events', part.name)
      USING mark.going_id, last;
    EXECUTE format('DELETE FROM public.event_reads r USING public.%I e WHERE r.event_id = e.id AND e.id > $1 AND e.id <= $2', part.name)
      USING mark.going_id, last;
  END IF;
  UPDATE public.event_count_marks SET going_from = coalesce(part.lower, '-infinity'), going_to = part.upper,
    going_id = coalesce(last, mark.going_id);
  RETURN counted;
END $$;

CREATE OR REPLACE FUNCTION uncount_events() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  mark event_count_marks;
BEGIN
  SELECT * INTO mark FROM event_count_marks FOR SHARE;
  UPDATE event_counts c SET events = c.events - gone.events
  FROM (SELECT account_id, count(*) AS events FROM deleted WHERE id <= mark.settled_id GROUP BY account_id) gone
  WHERE c.account_id = gone.account_id;
  UPDATE going_event_counts c SET events = c.events - gone.events
  FROM (SELECT account_id, count(*) AS events FROM deleted
    WHERE id <= mark.going_id AND created >= mark.going_from AND created < mark.going_to GROUP BY account_id) gone
  WHERE c.account_id = gone.account_id;
  DELETE FROM event_reads r USING deleted d WHERE r.event_id = d.id;
  RETURN NULL;
END $$;

-- What nobody has counted ahead, it counts itself.
CREATE OR REPLACE FUNCTION drop_partition(parent text, before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  part text;
BEGIN
  PERFORM FROM public.partitioned_tables WHERE table_name = parent FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT name INTO part FROM public.partitions_of(parent) WHERE upper <= before ORDER BY upper LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  IF parent = 'events' THEN
    -- Locks the marks: whoever deletes events meanwhile waits, or this transaction gives up.
    PERFORM public.count_going_events(before, NULL);
    EXECUTE format('DELETE FROM public.event_reads r USING public.%I e
      WHERE r.event_id = e.id AND e.id > (SELECT going_id FROM public.event_count_marks)', part);
    UPDATE public.event_counts c SET events = c.events - gone.events
    FROM public.going_event_counts gone WHERE c.account_id = gone.account_id;
    DELETE FROM public.going_event_counts;
    UPDATE public.event_count_marks SET going_from = NULL, going_to = NULL, going_id = 0;
  END IF;
  EXECUTE format('DROP TABLE public.%I', part);
  RETURN 1;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN 0;
END $$;
