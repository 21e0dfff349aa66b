DO $$
BEGIN
  IF NOT (SELECT relispartition FROM pg_class WHERE oid = to_regclass('logins_first')) THEN DROP TABLE logins_first; END IF;
END $$;
