-- One trigger for what follows from a serial, as each condition and each search path of a trigger costs every change.
DROP TRIGGER want_notify_of_new ON domains;
DROP TRIGGER want_notify ON domains;
DROP TRIGGER announce_new_domain ON domains;
DROP TRIGGER announce_domain ON domains;
DROP FUNCTION pdns.want_notify, pdns.announce_domain;

-- Names are qualified in place of a search path.
CREATE FUNCTION pdns.tell_of_serial() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.type <> 'master' OR NEW.serial IS NOT DISTINCT FROM OLD.serial THEN RETURN NULL; END IF;
  IF NEW.axfr_ips <> '{}' THEN
    INSERT INTO pdns.unnotified_zones (domain_id, serial) VALUES (NEW.id, NEW.serial)
      ON CONFLICT (domain_id) DO UPDATE SET serial = excluded.serial;
  END IF;
  IF EXISTS (SELECT FROM pdns.catalogs) THEN
    PERFORM pdns.announce(NEW.id, NEW.serial);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_serial AFTER INSERT OR UPDATE OF serial ON domains
  FOR EACH ROW EXECUTE FUNCTION pdns.tell_of_serial();
