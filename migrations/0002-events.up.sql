CREATE TABLE partitioned_tables (
  table_name text PRIMARY KEY,
  -- Rows older than `over_age` may be deleted; `next` replaces it when each look for a day from `since` agreed.
  over_age timestamptz,
  next timestamptz,
  since timestamptz
);
COMMENT ON TABLE partitioned_tables IS
  'The tables that are partitioned by time, and what the job that drops partitions has seen (D-226).';

CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- The actor as they were then: null for the service and the platform (D-132, D-198).
  user_id bigint,
  username text,
  action text NOT NULL,
  created timestamptz(0) NOT NULL,
  entity_type text NOT NULL,
  entity_id bigint,
  -- The id of an entity whose id is not a number.
  entity_key text,
  entity_label text NOT NULL,
  entity_url text NOT NULL,
  secondary_entity json,
  -- The grantable entity that the event concerns (D-136).
  granted_kind text,
  granted_id bigint,
  status text NOT NULL CHECK (status IN ('scheduled', 'started', 'finished', 'failed', 'notification')),
  percent_complete integer NOT NULL CHECK (percent_complete BETWEEN 0 AND 100),
  duration integer,
  message text,
  -- For the audit; not shown to customers, as client_address and request_id.
  token_id bigint,
  client_address text,
  -- The X-Request-Id of the request, as in its answer and its log line.
  request_id uuid,
  CONSTRAINT events_pkey PRIMARY KEY (id, created)
) PARTITION BY RANGE (created);
CREATE INDEX events_account_id_idx ON events (account_id, id);
CREATE INDEX events_user_id_idx ON events (user_id, id);
CREATE INDEX events_granted_idx ON events (granted_kind, granted_id, id) WHERE granted_id IS NOT NULL;
CREATE INDEX events_imagized_idx ON events (((secondary_entity ->> 'id')::bigint)) WHERE action = 'disk_imagize';
COMMENT ON TABLE events IS 'What happened in an account, partitioned by time (D-226).';
-- The first partition holds the time until the job makes partitions, the default one what no partition covers.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE events_first PARTITION OF events FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('day', now(), 'UTC') + interval '30 days');
END $$;
CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE INDEX events_first_created_idx ON events_first (created);
CREATE INDEX events_default_created_idx ON events_default (created);
INSERT INTO partitioned_tables (table_name) VALUES ('events');

CREATE TABLE event_reads (
  account_id bigint NOT NULL,
  user_id bigint,
  event_id bigint,
  CONSTRAINT event_reads_pkey PRIMARY KEY (user_id, event_id),
  CONSTRAINT event_reads_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX event_reads_event_id_idx ON event_reads (event_id);
COMMENT ON TABLE event_reads IS 'The events that users marked as read.';

CREATE TABLE event_counts (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  events bigint NOT NULL
);
COMMENT ON TABLE event_counts IS
  'The number of an account''s events up to event_count_marks.settled_id, so that a page does not count (D-225).';

CREATE TABLE event_count_marks (
  id integer PRIMARY KEY,
  settled_id bigint NOT NULL,
  candidate_id bigint NOT NULL,
  candidate_xmax bigint NOT NULL,
  -- The time of the oldest partition, and up to which id going_event_counts has counted it.
  going_from timestamptz,
  going_to timestamptz,
  going_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT event_count_marks_one_check CHECK (id = 1)
);
COMMENT ON TABLE event_count_marks IS
  'How far the events are counted: one row. An id is settled when each transaction that could still insert a smaller one has '
  'ended, that is, has a number below candidate_xmax.';
INSERT INTO event_count_marks (id, settled_id, candidate_id, candidate_xmax) VALUES (1, 0, 0, 0);

CREATE TABLE going_event_counts (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  events bigint NOT NULL
);
COMMENT ON TABLE going_event_counts IS
  'The events of the oldest partition by account, counted in portions before that partition is dropped (D-226).';

CREATE FUNCTION partition_column(parent text) RETURNS name
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT attname FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
  WHERE partrelid = to_regclass('public.' || quote_ident(parent))
$$;
COMMENT ON FUNCTION partition_column(text) IS 'The column by which the table is partitioned.';

CREATE FUNCTION partitions_of(parent text)
RETURNS TABLE (name text, lower timestamptz, upper timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
  SELECT part.relname, substring(bound FROM 'FROM \(''([^'']+)''\)')::timestamptz,
    substring(bound FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid, pg_get_expr(part.relpartbound, part.oid) bound
  WHERE inhparent = to_regclass('public.' || quote_ident(parent))
$$;
COMMENT ON FUNCTION partitions_of(text) IS
  'The partitions of a table. The first has no lower bound, the default partition has no bounds.';

CREATE FUNCTION make_partitions(parent text, present timestamptz, days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'
SET lock_timeout = '300ms' AS $$
DECLARE
  span interval := greatest(1, days / 8) * interval '1 day';
  start timestamptz := date_trunc('day', present) + interval '1 day';
  finish timestamptz;
  part text;
  made integer := 0;
BEGIN
  PERFORM FROM public.partitioned_tables WHERE table_name = parent FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  WHILE start < present + 2 * span LOOP
    SELECT upper INTO finish FROM public.partitions_of(parent) WHERE upper > start AND coalesce(lower <= start, true);
    IF NOT FOUND THEN
      finish := least(start + span, (SELECT min(lower) FROM public.partitions_of(parent) WHERE lower > start));
      part := parent || to_char(start, '_YYYYMMDD');
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
      EXECUTE format('WITH early AS (DELETE FROM public.%I WHERE %I >= $1 AND %2$I < $2 RETURNING *)
        INSERT INTO public.%I SELECT * FROM early', parent || '_default', public.partition_column(parent), part)
        USING start, finish;
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent, part, start, finish);
      made := made + 1;
    END IF;
    start := finish;
  END LOOP;
  RETURN made;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN 0;
END $$;
COMMENT ON FUNCTION make_partitions(text, timestamptz, integer) IS
  'Makes the partitions for two spans (of an eighth of the days) after the present. Rows of that time in the default '
  'partition move over. Returns how many it made: 0 when it does not get its locks. Runs as its owner, because the service '
  'may not define tables.';

CREATE FUNCTION over_age(parent text, present timestamptz, days integer) RETURNS timestamptz
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mark public.partitioned_tables;
  before timestamptz := present - days * interval '1 day';
BEGIN
  SELECT * INTO STRICT mark FROM public.partitioned_tables WHERE table_name = parent FOR UPDATE;
  IF mark.next IS NULL OR before < mark.next THEN
    mark := (parent, CASE WHEN mark.over_age < before THEN mark.over_age ELSE NULL END, before, present);
  ELSIF present >= mark.since + interval '1 day' THEN
    mark := (parent, mark.next, before, present);
  ELSE
    RETURN mark.over_age;
  END IF;
  UPDATE public.partitioned_tables t SET over_age = mark.over_age, next = mark.next, since = mark.since WHERE table_name = parent;
  RETURN mark.over_age;
END $$;
COMMENT ON FUNCTION over_age(text, timestamptz, integer) IS
  'The time before which rows may be deleted: the given days ago, once each look within a day agreed. So a clock that jumps '
  'ahead deletes nothing (D-222).';

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
COMMENT ON FUNCTION count_going_events(timestamptz, integer) IS
  'Counts the next events, at most as many as given, of the partition that drop_partition drops next, and deletes their '
  'marks. Returns how many.';

CREATE FUNCTION drop_partition(parent text, before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '300ms' AS $$
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
COMMENT ON FUNCTION drop_partition(text, timestamptz) IS
  'Drops the oldest partition that ended before the given time and subtracts its events from the counts. Returns 0 when there '
  'is none or it does not get its locks. Runs as its owner.';

CREATE FUNCTION tidy_partitions(parent text, before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part text;
  gone integer;
  total integer := 0;
BEGIN
  FOR part IN SELECT name FROM public.partitions_of(parent) WHERE lower IS NULL LOOP
    EXECUTE format('DELETE FROM public.%I kept USING (SELECT id, %I AS at FROM public.%I WHERE %2$I < $1
        ORDER BY %2$I LIMIT $2 FOR UPDATE SKIP LOCKED) old
      WHERE kept.id = old.id AND kept.%2$I = old.at', parent, public.partition_column(parent), part)
      USING before, most - total;
    GET DIAGNOSTICS gone = ROW_COUNT;
    total := total + gone;
  END LOOP;
  RETURN total;
END $$;
COMMENT ON FUNCTION tidy_partitions(text, timestamptz, integer) IS
  'Deletes old rows from the first partition and the default one, at most as many as given. Returns how many.';

CREATE FUNCTION uncount_events() RETURNS trigger LANGUAGE plpgsql
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
COMMENT ON FUNCTION uncount_events() IS 'Subtracts deleted events from the counts and deletes their marks.';

CREATE TRIGGER events_uncounted AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_events();
COMMENT ON TRIGGER events_uncounted ON events IS 'Users and jobs delete events; the counts must follow whichever statement does.';

-- They define tables with the rights of their owner.
REVOKE EXECUTE ON FUNCTION make_partitions, drop_partition FROM PUBLIC;
