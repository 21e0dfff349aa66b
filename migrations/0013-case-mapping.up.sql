-- The lower-case form of filters and orders (D-215): the same whatever locale the database was made with. PostgreSQL 17
-- and newer bring the mapping along; older ones take ICU's root locale, or the system's C.UTF-8.
DO $$
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    CREATE COLLATION case_mapping (provider = builtin, locale = 'C.UTF-8');
  ELSIF EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') THEN
    CREATE COLLATION case_mapping (provider = icu, locale = 'und');
  ELSE
    CREATE COLLATION case_mapping (provider = libc, locale = 'C.UTF-8');
  END IF;
END
$$;
