CREATE OR REPLACE FUNCTION pdns.count_parents() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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

CREATE OR REPLACE FUNCTION pdns.insert_transferred() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.transferred_records (domain_id, name, type, content, ttl, prio, disabled, ordername, auth)
    SELECT d.id, NEW.name, NEW.type, NEW.content, NEW.ttl, NEW.prio, coalesce(NEW.disabled, false), NEW.ordername,
      coalesce(NEW.auth, true)
    FROM domains d WHERE d.id = NEW.domain_id AND d.type = 'slave';
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION pdns.fill_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.signed_names (domain_id, name, ordername)
    SELECT NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
      SELECT domain FROM domains WHERE id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.servable WHERE domain_id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id) names (name);
  PERFORM pdns.place_names(NEW.domain_id, '{}',
    ARRAY(SELECT DISTINCT fqdn FROM records WHERE domain_id = NEW.domain_id AND type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION pdns.add_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
