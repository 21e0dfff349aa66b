-- What writes many rows at once gives their account_id, so that no trigger looks it up for each.
CREATE OR REPLACE FUNCTION pdns.insert_transferred() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.transferred_records (account_id, domain_id, name, type, content, ttl, prio, disabled, ordername, auth)
    SELECT d.account_id, d.id, NEW.name, NEW.type, NEW.content, NEW.ttl, NEW.prio, coalesce(NEW.disabled, false), NEW.ordername,
      coalesce(NEW.auth, true)
    FROM domains d WHERE d.id = NEW.domain_id AND d.type = 'slave';
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION pdns.fill_signed_names() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO pdns.signed_names (account_id, domain_id, name, ordername)
    SELECT NEW.account_id, NEW.domain_id, name, pdns.nsec3_hash(name) FROM (
      SELECT domain FROM domains WHERE id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.servable WHERE domain_id = NEW.domain_id
      UNION SELECT fqdn FROM pdns.parents WHERE domain_id = NEW.domain_id) names (name);
  PERFORM pdns.place_names(NEW.domain_id, '{}',
    ARRAY(SELECT DISTINCT fqdn FROM records WHERE domain_id = NEW.domain_id AND type = 'NS' AND name <> ''));
  RETURN NULL;
END $$;
