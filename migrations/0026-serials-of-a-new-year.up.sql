CREATE FUNCTION later_than_lost(serial bigint) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT greatest(1 + (serial + 100000 - 1) % 4294967295, extract(year FROM now() AT TIME ZONE 'UTC')::bigint * 1000000 + 100000)
$$;
COMMENT ON FUNCTION later_than_lost(bigint) IS
  'A serial beyond those of 100,000 changes after the given one. Changes of this year began at its first serial (D-106).';

CREATE OR REPLACE FUNCTION skip_serials() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE served_serials SET serial = later_than_lost(serial);
  UPDATE domains SET serial = later_than_lost(serial);
  WITH raised AS (
    UPDATE pdns.catalogs SET serial = 1 + (serial + 100000 - 1) % 4294967295 RETURNING id, serial)
  SELECT pdns.announce(id, serial) FROM raised;
$$;
COMMENT ON FUNCTION skip_serials() IS
  'Raises all serials beyond those that changes lost by a restore can have had (D-205): a year has a million serials.';
