-- Empties the catalogs when CATALOG_ZONE changes. The service's role may not truncate tables, and to delete a row for each of some
-- millions of domains takes longer than a statement may.
CREATE FUNCTION pdns.clear_catalogs() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  TRUNCATE pdns.catalog_members, pdns.changed_catalogs, pdns.announcements
$$;
REVOKE EXECUTE ON FUNCTION pdns.clear_catalogs() FROM PUBLIC;
