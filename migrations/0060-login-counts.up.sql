-- The number of a user's successful logins in each hour (UTC), so that a page of them costs what it shows (D-225). A list adds up
-- whole hours and counts only the logins of its first, incomplete hour.
DO $$
BEGIN
  IF NOT (SELECT relispartition FROM pg_class WHERE oid = 'logins_first'::regclass) THEN DROP TABLE logins_first; END IF;
END $$;
-- The first partition has its parts of them. The later ones are new, small or empty.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX logins_successful_idx ON logins (user_id, id, datetime) WHERE status = 'successful';
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX logins_times_idx ON logins (user_id, datetime) WHERE status = 'successful';

CREATE TABLE login_counts (
  user_id bigint CONSTRAINT login_counts_user_id_fkey REFERENCES users ON DELETE CASCADE,
  hour timestamptz(0),
  logins bigint NOT NULL,
  CONSTRAINT login_counts_pkey PRIMARY KEY (user_id, hour)
);
CREATE INDEX login_counts_hour_idx ON login_counts (hour);

-- From when on the hours are complete. The logins of before are counted from their index until they are over age.
CREATE TABLE login_count_starts (
  id integer CONSTRAINT login_count_starts_pkey PRIMARY KEY CONSTRAINT login_count_starts_one_check CHECK (id = 1),
  start timestamptz NOT NULL
);
INSERT INTO login_count_starts
  SELECT 1, CASE WHEN EXISTS (SELECT FROM logins) THEN date_trunc('hour', now(), 'UTC') + interval '1 hour' ELSE '-infinity' END;

-- By whomever logins change, an earlier release and a cascade too. The order of the locks is the same for all.
CREATE FUNCTION count_logins() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM FROM login_counts c
      WHERE (user_id, hour) IN (SELECT user_id, date_trunc('hour', datetime, 'UTC') FROM gone WHERE status = 'successful')
      ORDER BY user_id, hour FOR UPDATE;
    UPDATE login_counts c SET logins = c.logins - g.logins
    FROM (SELECT user_id, date_trunc('hour', datetime, 'UTC') AS hour, count(*) AS logins
      FROM gone WHERE status = 'successful' GROUP BY 1, 2) g
    WHERE c.user_id = g.user_id AND c.hour = g.hour;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO login_counts (user_id, hour, logins)
    SELECT user_id, date_trunc('hour', datetime, 'UTC'), count(*)
    FROM added WHERE status = 'successful' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, hour) DO UPDATE SET logins = login_counts.logins + excluded.logins;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER logins_counted AFTER INSERT ON logins REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_logins();
CREATE TRIGGER logins_recounted AFTER UPDATE ON logins REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_logins();
CREATE TRIGGER logins_uncounted AFTER DELETE ON logins REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_logins();
