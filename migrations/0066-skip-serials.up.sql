-- A restored database is older than what secondaries serve (D-205). Every zone and catalog continues with a later serial than its lost
-- changes can have given it: a year has a million serials. Triggers announce the zones.
CREATE FUNCTION skip_serials() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE served_serials SET serial = 1 + (serial + 100000 - 1) % 4294967295;
  UPDATE domains SET serial = 1 + (serial + 100000 - 1) % 4294967295;
  WITH raised AS (
    UPDATE pdns.catalogs SET serial = 1 + (serial + 100000 - 1) % 4294967295 RETURNING id, serial)
  SELECT pdns.announce(id, serial) FROM raised;
$$;
