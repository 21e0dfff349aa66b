-- DS is a type of record, only where NS records delegate the zone below (D-293). The triggers' conditions spare all other records the
-- functions. Each caller holds the domain's lock, so that nothing else changes the records of the name meanwhile.
ALTER TABLE records DROP CONSTRAINT records_type_check;
ALTER TABLE records ADD CONSTRAINT records_type_check
  CHECK (type IN ('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA', 'DS')) NOT VALID;

-- After the statement, which may insert the NS records, too: a clone. Names are qualified in place of a search path.
CREATE FUNCTION require_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM public.records ns
    WHERE ns.domain_id = NEW.domain_id AND ns.fqdn = NEW.fqdn AND ns.type = 'NS' AND ns.name <> '';
  IF NOT FOUND THEN PERFORM public.violates('records_ds_without_ns'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER require_delegation AFTER INSERT ON records FOR EACH ROW WHEN (NEW.type = 'DS')
  EXECUTE FUNCTION require_delegation();
CREATE TRIGGER require_delegation_of_changed AFTER UPDATE OF name ON records FOR EACH ROW
  WHEN (NEW.type = 'DS' AND lower(NEW.name) <> lower(OLD.name)) EXECUTE FUNCTION require_delegation();

CREATE FUNCTION end_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  DELETE FROM public.records ds
    WHERE ds.domain_id = OLD.domain_id AND ds.fqdn = OLD.fqdn AND ds.type = 'DS' AND NOT EXISTS (
      SELECT FROM public.records ns WHERE ns.domain_id = OLD.domain_id AND ns.fqdn = OLD.fqdn AND ns.type = 'NS');
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN
    UPDATE public.domains SET record_count = record_count - gone WHERE id = OLD.domain_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER end_delegation AFTER DELETE ON records FOR EACH ROW WHEN (OLD.type = 'NS' AND OLD.name <> '')
  EXECUTE FUNCTION end_delegation();
CREATE TRIGGER end_delegation_of_changed AFTER UPDATE OF name ON records FOR EACH ROW
  WHEN (OLD.type = 'NS' AND OLD.name <> '' AND lower(OLD.name) <> lower(NEW.name)) EXECUTE FUNCTION end_delegation();
