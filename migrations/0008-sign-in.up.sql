CREATE TABLE trusted_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  user_agent text NOT NULL,
  created timestamptz(0) NOT NULL,
  expiry timestamptz(0) NOT NULL,
  last_authenticated timestamptz(0) NOT NULL,
  last_remote_addr text NOT NULL,
  CONSTRAINT trusted_devices_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX trusted_devices_user_id_idx ON trusted_devices (user_id, id);
CREATE INDEX trusted_devices_expiry_idx ON trusted_devices (expiry);
CREATE UNIQUE INDEX trusted_devices_account_id_key ON trusted_devices (account_id, id);
COMMENT ON TABLE trusted_devices IS 'The browsers on which a user skips the two-factor code.';

CREATE TABLE login_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The device of a remembered login: deleting it ends the login (D-87).
  trusted_device_id bigint,
  created timestamptz(0) NOT NULL,
  expiry timestamptz(0) NOT NULL,
  -- For the user, to recognize the login.
  user_agent text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  CONSTRAINT login_sessions_trusted_device_id_fkey FOREIGN KEY (account_id, trusted_device_id)
    REFERENCES trusted_devices (account_id, id) ON DELETE CASCADE,
  CONSTRAINT login_sessions_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX login_sessions_user_id_idx ON login_sessions (user_id);
CREATE INDEX login_sessions_trusted_device_id_idx ON login_sessions (trusted_device_id) WHERE trusted_device_id IS NOT NULL;
CREATE INDEX login_sessions_expiry_idx ON login_sessions (expiry);
COMMENT ON TABLE login_sessions IS
  'The logins of browsers. It stores the digest of the cookie, so a copy of the table opens nothing.';

CREATE TABLE pending_logins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The row in logins, failed until the second factor is right.
  login_id bigint NOT NULL,
  remember boolean NOT NULL,
  wrong_codes integer NOT NULL DEFAULT 0,
  expiry timestamptz(0) NOT NULL,
  CONSTRAINT pending_logins_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX pending_logins_user_id_idx ON pending_logins (user_id);
CREATE INDEX pending_logins_login_id_idx ON pending_logins (login_id);
CREATE INDEX pending_logins_expiry_idx ON pending_logins (expiry);
COMMENT ON TABLE pending_logins IS 'Logins whose password was right and that wait for the second factor.';

CREATE TABLE logins (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  datetime timestamptz(0),
  -- The user as they were then (D-198).
  username text NOT NULL,
  restricted boolean NOT NULL,
  ip text NOT NULL,
  status text NOT NULL CHECK (status IN ('successful', 'failed')),
  CONSTRAINT logins_pkey PRIMARY KEY (id, datetime),
  CONSTRAINT logins_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
) PARTITION BY RANGE (datetime);
CREATE INDEX logins_user_id_idx ON logins (user_id, id);
CREATE INDEX logins_successful_idx ON logins (user_id, id, datetime) WHERE status = 'successful';
CREATE INDEX logins_times_idx ON logins (user_id, datetime) WHERE status = 'successful';
COMMENT ON TABLE logins IS 'The login history, partitioned by time (D-226).';
-- The first partition holds the time until the job makes partitions, the default one what no partition covers.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE logins_first PARTITION OF logins FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('day', now(), 'UTC') + interval '30 days');
END $$;
CREATE TABLE logins_default PARTITION OF logins DEFAULT;
CREATE INDEX logins_first_datetime_idx ON logins_first (datetime);
CREATE INDEX logins_default_datetime_idx ON logins_default (datetime);
INSERT INTO partitioned_tables (table_name) VALUES ('logins');

CREATE TABLE login_counts (
  account_id bigint NOT NULL,
  user_id bigint,
  hour timestamptz(0),
  logins bigint NOT NULL,
  CONSTRAINT login_counts_pkey PRIMARY KEY (user_id, hour),
  CONSTRAINT login_counts_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);
CREATE INDEX login_counts_hour_idx ON login_counts (hour);
COMMENT ON TABLE login_counts IS
  'The number of a user''s successful logins in each hour (UTC), so that a page does not count them (D-225).';

CREATE TABLE login_count_starts (
  id integer PRIMARY KEY,
  start timestamptz NOT NULL,
  CONSTRAINT login_count_starts_one_check CHECK (id = 1)
);
COMMENT ON TABLE login_count_starts IS
  'The hour from which login_counts is complete: one row. Earlier logins are counted from their index.';
INSERT INTO login_count_starts VALUES (1, '-infinity');

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
    INSERT INTO login_counts (account_id, user_id, hour, logins)
    SELECT account_id, user_id, date_trunc('hour', datetime, 'UTC'), count(*)
    FROM added WHERE status = 'successful' GROUP BY 1, 2, 3 ORDER BY 2, 3
    ON CONFLICT (user_id, hour) DO UPDATE SET logins = login_counts.logins + excluded.logins;
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION count_logins() IS 'Keeps login_counts. All writers lock the hours in the same order.';

CREATE TRIGGER logins_counted AFTER INSERT ON logins REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_logins();
COMMENT ON TRIGGER logins_counted ON logins IS 'The counts must follow every statement that writes logins, cascades included.';

CREATE TRIGGER logins_recounted AFTER UPDATE ON logins REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_logins();
COMMENT ON TRIGGER logins_recounted ON logins IS 'See logins_counted. A login is stored as failed and becomes successful.';

CREATE TRIGGER logins_uncounted AFTER DELETE ON logins REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_logins();
COMMENT ON TRIGGER logins_uncounted ON logins IS 'See logins_counted.';
