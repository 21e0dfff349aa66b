DROP FUNCTION skip_serials();
