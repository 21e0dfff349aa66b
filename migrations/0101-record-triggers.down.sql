DROP TRIGGER follow_inserted ON records;
DROP TRIGGER follow_deleted ON records;
DROP TRIGGER follow_changed ON records;
DROP FUNCTION pdns.follow_inserted, pdns.follow_deleted, pdns.follow_changed;

CREATE FUNCTION pdns.count_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO pdns.parents AS p (domain_id, name, fqdn, descendants)
      SELECT d.id, parent, parent || '.' || d.domain, count(*)
      FROM inserted r JOIN domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
      WHERE strpos(r.name, '.') > 0 GROUP BY d.id, parent
      ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + excluded.descendants;
  ELSE
    UPDATE pdns.parents p SET descendants = p.descendants - gone.count
      FROM (SELECT r.domain_id, parent, count(*) FROM deleted r, pdns.parents_of(r.name) parent
            WHERE strpos(r.name, '.') > 0 GROUP BY r.domain_id, parent) gone
      WHERE p.domain_id = gone.domain_id AND p.name = gone.parent;
    IF FOUND THEN
      DELETE FROM pdns.parents p WHERE p.descendants = 0 AND p.domain_id IN (SELECT domain_id FROM deleted);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_parents_of_inserted AFTER INSERT ON records
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION pdns.count_parents();
CREATE TRIGGER count_parents_of_deleted AFTER DELETE ON records
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION pdns.count_parents();

CREATE FUNCTION pdns.move_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE pdns.parents SET descendants = descendants - 1
    WHERE domain_id = OLD.domain_id AND name IN (SELECT pdns.parents_of(OLD.name));
  INSERT INTO pdns.parents AS p (domain_id, name, fqdn, descendants)
    SELECT d.id, parent, parent || '.' || d.domain, 1
    FROM domains d, pdns.parents_of(NEW.name) parent WHERE d.id = NEW.domain_id
    ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + 1;
  DELETE FROM pdns.parents WHERE domain_id = OLD.domain_id AND descendants = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER move_parents AFTER UPDATE OF name ON records FOR EACH ROW
  WHEN (OLD.name <> NEW.name AND (strpos(OLD.name, '.') > 0 OR strpos(NEW.name, '.') > 0))
  EXECUTE FUNCTION pdns.move_parents();

CREATE FUNCTION pdns.add_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  zone bigint;
  added text[];
BEGIN
  -- Zones without DNSSEC pay for no more than this look.
  FOR zone IN SELECT z.domain_id FROM pdns.signed_zones z WHERE z.domain_id IN (SELECT domain_id FROM changed) LOOP
    WITH names AS (
      INSERT INTO pdns.signed_names (domain_id, name, ordername)
        SELECT zone, name, pdns.nsec3_hash(name) FROM (
          SELECT fqdn FROM changed WHERE domain_id = zone
          UNION
          SELECT parent || '.' || d.domain
          FROM changed r JOIN domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
          WHERE r.domain_id = zone) names (name)
        ON CONFLICT DO NOTHING RETURNING name)
      SELECT array_agg(name) INTO added FROM names;
    PERFORM pdns.place_names(zone, added,
      ARRAY(SELECT DISTINCT fqdn FROM changed WHERE domain_id = zone AND type = 'NS' AND name <> ''));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_inserted_names AFTER INSERT ON records
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION pdns.add_signed_names();

CREATE FUNCTION pdns.drop_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER follow_deleted_names AFTER DELETE ON records
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION pdns.drop_signed_names();

CREATE FUNCTION pdns.move_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
