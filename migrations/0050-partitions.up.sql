-- Events and logins are partitioned by time (D-226). A job calls these functions. They belong to the migrating role, and those that
-- define tables run with its rights, because the service's role may have none of its own.
CREATE TABLE partitioned_tables (
  table_name text CONSTRAINT partitioned_tables_pkey PRIMARY KEY,
  -- What is older than `over_age` may go. What is older than `next` follows if, for a day from `since` on, no look found less.
  over_age timestamptz,
  next timestamptz,
  since timestamptz
);

-- A partition has no lower bound if it is the first, and no bounds at all if it is the default.
CREATE FUNCTION partitions_of(parent text)
RETURNS TABLE (name text, lower timestamptz, upper timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
  SELECT part.relname, substring(bound FROM 'FROM \(''([^'']+)''\)')::timestamptz,
    substring(bound FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid, pg_get_expr(part.relpartbound, part.oid) bound
  WHERE inhparent = to_regclass('public.' || quote_ident(parent))
$$;

CREATE FUNCTION partition_column(parent text) RETURNS name
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT attname FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
  WHERE partrelid = to_regclass('public.' || quote_ident(parent))
$$;

-- Makes the partitions of the time from the day after `present` on for two of their spans, of an eighth of `days` each. What the default partition
-- holds of such a time (a clock was ahead) moves over: PostgreSQL refuses the new partition otherwise. Returns how many it made:
-- none, if somebody holds the table.
CREATE FUNCTION make_partitions(parent text, present timestamptz, days integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'
SET lock_timeout = '1s' AS $$
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

-- The time before which rows may go: `days` ago, as it was a day ago or more, at every look since. So nothing goes because a clock
-- jumps ahead for a while (D-222), or because somebody sets too few days and sees it in time.
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

-- Drops the oldest partition if it ends before `before`. Returns how many it dropped: none, if somebody holds the table.
CREATE FUNCTION drop_partition(parent text, before timestamptz) RETURNS integer
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

-- Deletes at most `most` rows from before `before`, from the first partition and the default one: they span a time that no drop
-- would fit. Returns how many.
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

REVOKE EXECUTE ON FUNCTION make_partitions(text, timestamptz, integer), drop_partition(text, timestamptz) FROM PUBLIC;
