DROP TRIGGER logins_uncounted ON logins;
DROP TRIGGER logins_recounted ON logins;
DROP TRIGGER logins_counted ON logins;
DROP FUNCTION count_logins();
DROP TABLE login_count_starts;
DROP TABLE login_counts;
-- Takes the first partition's parts with it, which are older than this migration.
DROP INDEX logins_successful_idx, logins_times_idx;
DO $$
BEGIN
  IF to_regclass('logins_first') IS NOT NULL THEN
    CREATE INDEX logins_first_successful_idx ON logins_first (user_id, id, datetime) WHERE status = 'successful';
    CREATE INDEX logins_first_times_idx ON logins_first (user_id, datetime) WHERE status = 'successful';
  END IF;
END $$;
