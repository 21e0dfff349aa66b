CREATE OR REPLACE FUNCTION skip_serials() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE served_serials SET serial = 1 + (serial + 100000 - 1) % 4294967295;
  UPDATE domains SET serial = 1 + (serial + 100000 - 1) % 4294967295;
  WITH raised AS (
    UPDATE pdns.catalogs SET serial = 1 + (serial + 100000 - 1) % 4294967295 RETURNING id, serial)
  SELECT pdns.announce(id, serial) FROM raised;
$$;
COMMENT ON FUNCTION skip_serials() IS
  'Raises all serials beyond those that changes lost by a restore can have had (D-205): a year has a million serials.';

DROP FUNCTION later_than_lost;
