DROP TRIGGER tell_of_serial ON domains;
DROP FUNCTION pdns.tell_of_serial;

CREATE FUNCTION pdns.want_notify() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.unnotified_zones (domain_id, serial) VALUES (NEW.id, NEW.serial)
    ON CONFLICT (domain_id) DO UPDATE SET serial = excluded.serial;
  RETURN NULL;
END $$;
CREATE TRIGGER want_notify_of_new AFTER INSERT ON domains FOR EACH ROW
  WHEN (NEW.axfr_ips <> '{}' AND NEW.type = 'master') EXECUTE FUNCTION pdns.want_notify();
CREATE TRIGGER want_notify AFTER UPDATE OF serial ON domains FOR EACH ROW
  WHEN (OLD.serial <> NEW.serial AND NEW.axfr_ips <> '{}' AND NEW.type = 'master') EXECUTE FUNCTION pdns.want_notify();

CREATE FUNCTION pdns.announce_domain() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pdns.announce(NEW.id, NEW.serial);
  RETURN NULL;
END $$;
CREATE TRIGGER announce_new_domain AFTER INSERT ON domains FOR EACH ROW
  WHEN (NEW.type = 'master') EXECUTE FUNCTION pdns.announce_domain();
CREATE TRIGGER announce_domain AFTER UPDATE OF serial ON domains FOR EACH ROW
  WHEN (OLD.serial <> NEW.serial AND NEW.type = 'master') EXECUTE FUNCTION pdns.announce_domain();
