-- Names of signed zones at which only texts stand that are too long to serve (records from before they were refused) do not exist, until
-- a change shortens such a text.
DROP TRIGGER move_signed_names ON records;

CREATE OR REPLACE FUNCTION pdns.drop_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  zone bigint;
BEGIN
  FOR zone IN SELECT z.domain_id FROM pdns.signed_zones z JOIN domains d ON d.id = z.domain_id
    WHERE z.domain_id IN (SELECT domain_id FROM changed)
  LOOP
    DELETE FROM pdns.signed_names n USING (
        SELECT fqdn FROM changed WHERE domain_id = zone
        UNION
        SELECT parent || '.' || d.domain
        FROM changed r JOIN domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
        WHERE r.domain_id = zone) gone (name)
      WHERE n.domain_id = zone AND n.name = gone.name
        AND NOT EXISTS (SELECT FROM domains d WHERE d.id = n.domain_id AND d.domain = n.name)
        AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
        AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name);
    PERFORM pdns.place_names(zone, '{}',
      ARRAY(SELECT DISTINCT fqdn FROM changed WHERE domain_id = zone AND type = 'NS' AND name <> ''));
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION pdns.move_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  added text[];
BEGIN
  PERFORM FROM pdns.signed_zones WHERE domain_id = NEW.domain_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  WITH names AS (
    INSERT INTO pdns.signed_names (domain_id, name, ordername)
      SELECT NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
        SELECT fqdn FROM pdns.servable WHERE id = NEW.id UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id
          AND name IN (SELECT pdns.parents_of(NEW.name))) names (name)
      ON CONFLICT DO NOTHING RETURNING name)
    SELECT array_agg(name) INTO added FROM names;
  DELETE FROM pdns.signed_names n
    WHERE n.domain_id = OLD.domain_id AND n.name IN (
      SELECT OLD.fqdn UNION SELECT parent || '.' || d.domain FROM domains d, pdns.parents_of(OLD.name) parent WHERE d.id = OLD.domain_id)
      AND NOT EXISTS (SELECT FROM domains d WHERE d.id = n.domain_id AND d.domain = n.name)
      AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
      AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name);
  PERFORM pdns.place_names(NEW.domain_id, added, ARRAY(
    SELECT fqdn FROM (VALUES (OLD.type, OLD.name, OLD.fqdn), (NEW.type, NEW.name, NEW.fqdn)) changed (type, name, fqdn)
    WHERE type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;
CREATE TRIGGER move_signed_names AFTER UPDATE OF name, type, target, rdata ON records FOR EACH ROW
  WHEN ((OLD.name, OLD.type, OLD.rdata IS NULL, octet_length(OLD.target) > 64900)
    <> (NEW.name, NEW.type, NEW.rdata IS NULL, octet_length(NEW.target) > 64900))
  EXECUTE FUNCTION pdns.move_signed_names();
