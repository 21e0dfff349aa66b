-- no transaction
-- Databases that release 1.0.0 made have triggers, functions and names of migrations that later releases do not use. Each trigger goes
-- in a transaction of its own, which waits for its table as long as a migration may.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT tgname, tgrelid::regclass AS of FROM pg_trigger JOIN pg_proc f ON f.oid = tgfoid
    WHERE f.pronamespace = 'public'::regnamespace AND tgparentid = 0 AND f.proname IN ('account_of_domain', 'account_of_instance',
      'account_of_token', 'account_of_user', 'account_of_vpc', 'authorize_app_of_token', 'delete_client_tokens')
    ORDER BY pg_trigger.oid
  LOOP
    PERFORM set_config('lock_timeout', greatest(1, least(300, setting::integer / 2)) || 'ms', true)
      FROM pg_settings WHERE name = 'deadlock_timeout';
    EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.of);
    COMMIT;
  END LOOP;
END $$;

DROP FUNCTION IF EXISTS account_of_domain(), account_of_instance(), account_of_token(), account_of_user(), account_of_vpc(),
  authorize_app_of_token(), delete_client_tokens();

-- Release 1.1.0 listed its own migrations after those of release 1.0.0, and this name after its first eleven.
DELETE FROM schema_migrations WHERE name = 'comments-0000000000190'
  OR id < (SELECT id FROM schema_migrations WHERE name = 'accounts-0000000000001');
