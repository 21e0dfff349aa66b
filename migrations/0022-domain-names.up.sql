-- Names above and below a domain: an index range over the names spelled backwards (D-201).
CREATE INDEX domains_reverse_idx ON domains (reverse(domain) COLLATE "C");

-- The names that accounts gave up (D-203). No reference to accounts: a name stays on hold after its account's end.
CREATE TABLE former_domains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain text NOT NULL,
  account_id bigint NOT NULL,
  since timestamptz(0) NOT NULL,
  until timestamptz(0) NOT NULL
);
CREATE INDEX former_domains_domain_idx ON former_domains (domain);
CREATE INDEX former_domains_reverse_idx ON former_domains (reverse(domain) COLLATE "C");

-- The names, with all below them, that the platform gave to one account (D-202).
CREATE TABLE domain_holders (
  domain text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created timestamptz(0) NOT NULL
);
CREATE INDEX domain_holders_account_id_idx ON domain_holders (account_id);

-- The last serial that was served for a name whose zone ended (D-205).
CREATE TABLE served_serials (
  domain text PRIMARY KEY,
  serial bigint NOT NULL
);

-- Of two serials the later one in the arithmetic of RFC 1982.
CREATE FUNCTION later_serial(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN (a - b + 4294967296) % 4294967296 BETWEEN 1 AND 2147483647 THEN a ELSE b END
$$;

-- The serial after this one; 0 is skipped.
CREATE FUNCTION serial_after(serial bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN serial >= 4294967295 THEN 1 ELSE serial + 1 END
$$;

-- Remembers the serial when a zone ends: deleted, renamed, or another type or masters. What was pulled for a slave was
-- served too. A zone that begins or goes on continues from what was served for its name, whoever had it.
CREATE FUNCTION continue_serial() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last bigint;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT max(substring(t.content FROM '^\S+ \S+ (\d{1,10}) ')::bigint) INTO last
      FROM pdns.transferred_records t WHERE t.domain_id = OLD.id AND t.type = 'SOA';
    INSERT INTO served_serials AS s (domain, serial)
      VALUES (OLD.domain, coalesce(later_serial(OLD.serial, last), OLD.serial))
      ON CONFLICT (domain) DO UPDATE SET serial = later_serial(s.serial, excluded.serial);
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  END IF;
  SELECT serial INTO last FROM served_serials WHERE domain = NEW.domain;
  IF FOUND THEN NEW.serial := later_serial(NEW.serial, serial_after(last)); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER begin_serial BEFORE INSERT ON domains FOR EACH ROW EXECUTE FUNCTION continue_serial();
CREATE TRIGGER end_serial BEFORE DELETE ON domains FOR EACH ROW EXECUTE FUNCTION continue_serial();
CREATE TRIGGER change_serial BEFORE UPDATE OF domain, type, master_ips ON domains FOR EACH ROW
  WHEN (OLD.domain <> NEW.domain OR OLD.type <> NEW.type OR OLD.master_ips <> NEW.master_ips)
  EXECUTE FUNCTION continue_serial();
