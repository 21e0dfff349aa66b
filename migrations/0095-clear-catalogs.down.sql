DROP FUNCTION pdns.clear_catalogs();
