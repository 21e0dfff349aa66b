-- The function finds its extension in both schemas. An administrator's extensions stay where they are.
CREATE SCHEMA extensions;
GRANT USAGE ON SCHEMA extensions TO PUBLIC;
ALTER FUNCTION pdns.nsec3_hash(text) SET search_path = public, extensions, pg_temp;
DO $$
BEGIN
  ALTER EXTENSION btree_gist SET SCHEMA extensions;
  ALTER EXTENSION pgcrypto SET SCHEMA extensions;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
