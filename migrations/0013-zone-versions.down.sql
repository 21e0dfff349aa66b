CREATE OR REPLACE FUNCTION end_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  IF TG_OP = 'UPDATE' AND lower(OLD.name) = lower(NEW.name) THEN RETURN NULL; END IF;
  DELETE FROM public.records ds
    WHERE ds.domain_id = OLD.domain_id AND ds.fqdn = OLD.fqdn AND ds.type = 'DS' AND NOT EXISTS (
      SELECT FROM public.records ns WHERE ns.domain_id = OLD.domain_id AND ns.fqdn = OLD.fqdn AND ns.type = 'NS');
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone > 0 THEN
    UPDATE public.domains SET record_count = record_count - gone WHERE id = OLD.domain_id;
  END IF;
  RETURN NULL;
END $$;
DROP FUNCTION versioned_record(records);
DELETE FROM partitioned_tables WHERE table_name = 'zone_versions';
DROP TABLE zone_versions;
