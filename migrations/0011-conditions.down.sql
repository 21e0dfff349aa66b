DROP FUNCTION violates(name);
DROP FUNCTION stale();
