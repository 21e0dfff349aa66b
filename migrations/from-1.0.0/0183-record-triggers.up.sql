DROP TRIGGER require_delegation ON records;
DROP TRIGGER require_delegation_of_changed ON records;
CREATE TRIGGER require_delegation AFTER INSERT OR UPDATE OF name ON records FOR EACH ROW WHEN (NEW.type = 'DS')
  EXECUTE FUNCTION require_delegation();
DROP TRIGGER end_delegation ON records;
DROP TRIGGER end_delegation_of_changed ON records;
CREATE TRIGGER end_delegation AFTER DELETE OR UPDATE OF name ON records FOR EACH ROW WHEN (OLD.type = 'NS' AND OLD.name <> '')
  EXECUTE FUNCTION end_delegation();
