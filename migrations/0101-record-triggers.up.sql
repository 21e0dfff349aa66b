-- One trigger per kind of change for all that follows from records: the names above them (pdns.parents) first, then those of signed zones,
-- which are made of them. Each further trigger, and each condition or search path of one, costs every change.
DROP TRIGGER count_parents_of_inserted ON records;
DROP TRIGGER count_parents_of_deleted ON records;
DROP TRIGGER move_parents ON records;
DROP TRIGGER follow_inserted_names ON records;
DROP TRIGGER follow_deleted_names ON records;
DROP TRIGGER move_signed_names ON records;
DROP FUNCTION pdns.count_parents, pdns.move_parents, pdns.add_signed_names, pdns.drop_signed_names, pdns.move_signed_names;

-- Names are qualified in place of a search path.
CREATE FUNCTION pdns.follow_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account bigint;
  zone bigint;
  added text[];
BEGIN
  IF EXISTS (SELECT FROM inserted WHERE strpos(name, '.') > 0) THEN
    INSERT INTO pdns.parents AS p (account_id, domain_id, name, fqdn, descendants)
      SELECT d.account_id, d.id, parent, parent || '.' || d.domain, count(*)
      FROM inserted r JOIN public.domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
      WHERE strpos(r.name, '.') > 0 GROUP BY d.id, parent
      ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + excluded.descendants;
  END IF;
  -- Zones without DNSSEC pay for no more than this look.
  FOR account, zone IN
    SELECT z.account_id, z.domain_id FROM pdns.signed_zones z WHERE z.domain_id IN (SELECT domain_id FROM inserted)
  LOOP
    WITH names AS (
      INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
        SELECT account, zone, name, pdns.nsec3_hash(name) FROM (
          SELECT fqdn FROM inserted WHERE domain_id = zone
          UNION
          SELECT parent || '.' || d.domain
          FROM inserted r JOIN public.domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
          WHERE r.domain_id = zone) names (name)
        ON CONFLICT DO NOTHING RETURNING name)
      SELECT array_agg(name) INTO added FROM names;
    PERFORM pdns.place_names(zone, added,
      ARRAY(SELECT DISTINCT fqdn FROM inserted WHERE domain_id = zone AND type = 'NS' AND name <> ''));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_inserted AFTER INSERT ON records
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION pdns.follow_inserted();

-- Names at which nothing is left go. Those of a deleted domain go with it.
CREATE FUNCTION pdns.follow_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone bigint;
BEGIN
  IF EXISTS (SELECT FROM deleted WHERE strpos(name, '.') > 0) THEN
    UPDATE pdns.parents p SET descendants = p.descendants - gone.count
      FROM (SELECT r.domain_id, parent, count(*) FROM deleted r, pdns.parents_of(r.name) parent
            WHERE strpos(r.name, '.') > 0 GROUP BY r.domain_id, parent) gone
      WHERE p.domain_id = gone.domain_id AND p.name = gone.parent;
    DELETE FROM pdns.parents p WHERE p.descendants = 0 AND p.domain_id IN (SELECT domain_id FROM deleted);
  END IF;
  FOR zone IN SELECT z.domain_id FROM pdns.signed_zones z JOIN public.domains d ON d.id = z.domain_id
    WHERE z.domain_id IN (SELECT domain_id FROM deleted)
  LOOP
    DELETE FROM pdns.signed_names n USING (
        SELECT fqdn FROM deleted WHERE domain_id = zone
        UNION
        SELECT parent || '.' || d.domain
        FROM deleted r JOIN public.domains d ON d.id = r.domain_id, pdns.parents_of(r.name) parent
        WHERE r.domain_id = zone) gone (name)
      WHERE n.domain_id = zone AND n.name = gone.name
        AND NOT EXISTS (SELECT FROM public.domains d WHERE d.id = n.domain_id AND d.domain = n.name)
        AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
        AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name);
    PERFORM pdns.place_names(zone, '{}',
      ARRAY(SELECT DISTINCT fqdn FROM deleted WHERE domain_id = zone AND type = 'NS' AND name <> ''));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_deleted AFTER DELETE ON records
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION pdns.follow_deleted();

-- A record that moves to another name, row by row: a renamed domain's records keep theirs. In a signed zone also one that begins or ends to
-- delegate, or to be servable.
CREATE FUNCTION pdns.follow_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text[];
BEGIN
  IF OLD.name <> NEW.name AND (strpos(OLD.name, '.') > 0 OR strpos(NEW.name, '.') > 0) THEN
    UPDATE pdns.parents SET descendants = descendants - 1
      WHERE domain_id = OLD.domain_id AND name IN (SELECT pdns.parents_of(OLD.name));
    INSERT INTO pdns.parents AS p (account_id, domain_id, name, fqdn, descendants)
      SELECT NEW.account_id, d.id, parent, parent || '.' || d.domain, 1
      FROM public.domains d, pdns.parents_of(NEW.name) parent WHERE d.id = NEW.domain_id
      ON CONFLICT (domain_id, name) DO UPDATE SET descendants = p.descendants + 1;
    DELETE FROM pdns.parents WHERE domain_id = OLD.domain_id AND descendants = 0;
  END IF;
  IF (OLD.name, OLD.type, OLD.rdata IS NULL, octet_length(OLD.target) > 64900)
    = (NEW.name, NEW.type, NEW.rdata IS NULL, octet_length(NEW.target) > 64900) THEN RETURN NULL; END IF;
  PERFORM FROM pdns.signed_zones WHERE domain_id = NEW.domain_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  WITH names AS (
    INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
      SELECT NEW.account_id, NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
        SELECT fqdn FROM pdns.servable WHERE id = NEW.id UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id
          AND name IN (SELECT pdns.parents_of(NEW.name))) names (name)
      ON CONFLICT DO NOTHING RETURNING name)
    SELECT array_agg(name) INTO added FROM names;
  DELETE FROM pdns.signed_names n
    WHERE n.domain_id = OLD.domain_id AND n.name IN (
      SELECT OLD.fqdn UNION SELECT parent || '.' || d.domain
      FROM public.domains d, pdns.parents_of(OLD.name) parent WHERE d.id = OLD.domain_id)
      AND NOT EXISTS (SELECT FROM public.domains d WHERE d.id = n.domain_id AND d.domain = n.name)
      AND NOT EXISTS (SELECT FROM pdns.servable r WHERE r.domain_id = n.domain_id AND r.fqdn = n.name)
      AND NOT EXISTS (SELECT FROM pdns.parents p WHERE p.domain_id = n.domain_id AND p.fqdn = n.name);
  PERFORM pdns.place_names(NEW.domain_id, added, ARRAY(
    SELECT fqdn FROM (VALUES (OLD.type, OLD.name, OLD.fqdn), (NEW.type, NEW.name, NEW.fqdn)) changed (type, name, fqdn)
    WHERE type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;
CREATE TRIGGER follow_changed AFTER UPDATE OF name, type, target, rdata ON records
  FOR EACH ROW EXECUTE FUNCTION pdns.follow_changed();
