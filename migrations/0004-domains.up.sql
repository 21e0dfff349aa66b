CREATE TABLE domains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Normalised: lower case, A-labels, no final period.
  domain text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('master', 'slave')),
  status text NOT NULL CHECK (status IN ('disabled', 'active')),
  description text NOT NULL,
  domain_group text NOT NULL,
  soa_email text NOT NULL,
  master_ips text[] NOT NULL,
  axfr_ips text[] NOT NULL,
  expire_sec integer NOT NULL,
  refresh_sec integer NOT NULL,
  retry_sec integer NOT NULL,
  ttl_sec integer NOT NULL,
  tags text[] NOT NULL,
  serial bigint NOT NULL,
  -- Each statement that writes records updates this row first: it locks the domain for other writers.
  record_count integer NOT NULL DEFAULT 0 CHECK (record_count BETWEEN 0 AND 12000),
  -- When the domain was created, last changed (D-260), and got its name (D-203).
  created timestamptz(0) NOT NULL DEFAULT now(),
  updated timestamptz(0) NOT NULL DEFAULT now(),
  named timestamptz(0) NOT NULL DEFAULT now(),
  CONSTRAINT domains_master_ips_check CHECK (type <> 'slave' OR cardinality(master_ips) > 0),
  CONSTRAINT domains_soa_email_check CHECK (type <> 'master' OR soa_email <> '')
) WITH (fillfactor = 80);
CREATE INDEX domains_reverse_idx ON domains (reverse(domain) COLLATE "C");
CREATE INDEX domains_slave_idx ON domains (id) WHERE type = 'slave';
CREATE UNIQUE INDEX domains_account_id_key ON domains (account_id, id);
COMMENT ON TABLE domains IS 'DNS domains. Their zones are served from the views of the schema pdns.';

CREATE TABLE records (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  domain_id bigint NOT NULL REFERENCES domains ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA', 'DS')),
  name text NOT NULL,
  target text NOT NULL,
  ttl_sec integer NOT NULL,
  priority integer NOT NULL,
  weight integer NOT NULL,
  port integer NOT NULL,
  service text,
  protocol text,
  tag text,
  created timestamptz(0) NOT NULL,
  updated timestamptz(0) NOT NULL,
  -- The full name in lower case, by which nameservers find records.
  fqdn text NOT NULL CHECK (length(fqdn) <= 253),
  -- The target as in a zone file: hosts are absolute with a final period, relative to the zone, or '@'. Null when DNS can't
  -- carry it.
  rdata text,
  CONSTRAINT records_pkey PRIMARY KEY (domain_id, id)
);
CREATE INDEX records_fqdn_idx ON records (fqdn);
-- Empty: it shows the planner that no record is an SOA, so that a look for one reads nothing here.
CREATE INDEX records_soa_idx ON records (fqdn) WHERE type = 'SOA';
CREATE INDEX records_delegations_idx ON records (domain_id, fqdn)
  WHERE type = 'NS' AND name <> '' AND rdata IS NOT NULL;
COMMENT ON TABLE records IS 'The DNS records of domains.';

CREATE TABLE served_serials (
  domain text PRIMARY KEY,
  serial bigint NOT NULL
);
COMMENT ON TABLE served_serials IS
  'The last serial that was served for a name whose zone ended (D-205). A new zone of that name continues from it.';

CREATE TABLE former_domains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain text NOT NULL,
  account_id bigint NOT NULL,
  since timestamptz(0) NOT NULL,
  until timestamptz(0) NOT NULL
);
CREATE INDEX former_domains_domain_idx ON former_domains (domain);
CREATE INDEX former_domains_reverse_idx ON former_domains (reverse(domain) COLLATE "C");
COMMENT ON TABLE former_domains IS
  'The names that accounts gave up (D-203). It refers to no account: a name stays on hold when its account ends.';

CREATE TABLE domain_holders (
  domain text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created timestamptz(0) NOT NULL
);
CREATE INDEX domain_holders_account_id_idx ON domain_holders (account_id);
COMMENT ON TABLE domain_holders IS 'The names, with all names below them, that the platform reserved for one account (D-202).';

CREATE TABLE domain_claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'verified', 'done', 'expired', 'withdrawn')),
  -- The host that the parent zone must list for the name.
  nameserver text NOT NULL,
  created timestamptz(0) NOT NULL,
  -- When the status ends or ended.
  expires timestamptz(0) NOT NULL,
  -- When to ask the parent zone next. The asking process moves it on first, so that only one asks.
  next_check timestamptz(0)
);
CREATE INDEX domain_claims_account_id_idx ON domain_claims (account_id, id);
CREATE UNIQUE INDEX domain_claims_open_key ON domain_claims (account_id, domain) WHERE status IN ('pending', 'verified');
CREATE UNIQUE INDEX domain_claims_done_key ON domain_claims (domain) WHERE status = 'done';
CREATE INDEX domain_claims_next_check_idx ON domain_claims (next_check) WHERE next_check IS NOT NULL;
CREATE INDEX domain_claims_expires_idx ON domain_claims (expires);
CREATE INDEX domain_claims_domain_idx ON domain_claims (domain) WHERE status IN ('verified', 'done');
CREATE INDEX domain_claims_reverse_idx ON domain_claims (reverse(domain) COLLATE "C") WHERE status IN ('verified', 'done');
COMMENT ON TABLE domain_claims IS 'The claims of names, which the registry proves (D-204).';

CREATE FUNCTION later_serial(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN (a - b + 4294967296) % 4294967296 BETWEEN 1 AND 2147483647 THEN a ELSE b END
$$;
COMMENT ON FUNCTION later_serial(bigint, bigint) IS 'The later of two serials (RFC 1982).';

CREATE FUNCTION serial_after(serial bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN serial >= 4294967295 THEN 1 ELSE serial + 1 END
$$;
COMMENT ON FUNCTION serial_after(bigint) IS 'The serial after this one; 0 is skipped.';

CREATE FUNCTION continue_serial() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.domain, OLD.type, OLD.master_ips) = (NEW.domain, NEW.type, NEW.master_ips) THEN RETURN NEW; END IF;
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
COMMENT ON FUNCTION continue_serial() IS
  'Stores the serial when a zone ends (deleted, renamed, other type or masters). A zone that begins continues from the serial '
  'that was served for its name (D-205).';

CREATE TRIGGER continue_serial BEFORE INSERT OR DELETE OR UPDATE OF domain, type, master_ips ON domains
  FOR EACH ROW EXECUTE FUNCTION continue_serial();
COMMENT ON TRIGGER continue_serial ON domains IS 'A zone must never begin at an old serial, whichever statement makes it.';

CREATE FUNCTION record_fits(of_domain bigint, record_id bigint, record_type text, record_fqdn text, record_rdata text)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  broken name;
BEGIN
  SELECT CASE WHEN 'CNAME' IN (o.type, record_type) THEN 'records_cname_alone' ELSE 'records_null_mx_alone' END INTO broken
  FROM records o
  WHERE o.domain_id = of_domain AND o.fqdn = record_fqdn AND o.id IS DISTINCT FROM record_id
    AND ('CNAME' IN (o.type, record_type) OR (o.type = 'MX' AND record_type = 'MX' AND '.' IN (o.rdata, record_rdata)))
  LIMIT 1;
  RETURN broken IS NULL OR violates(broken);
END $$;
COMMENT ON FUNCTION record_fits(bigint, bigint, text, text, text) IS
  'Checks the rules across the records of a name (D-102). The caller has locked the domain''s row. VOLATILE: its query sees '
  'what was committed before the statement got that lock.';

CREATE FUNCTION require_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND lower(OLD.name) = lower(NEW.name) THEN RETURN NULL; END IF;
  PERFORM FROM public.records ns
    WHERE ns.domain_id = NEW.domain_id AND ns.fqdn = NEW.fqdn AND ns.type = 'NS' AND ns.name <> '';
  IF NOT FOUND THEN PERFORM public.violates('records_ds_without_ns'); END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION require_delegation() IS
  'Refuses a DS record where no NS record is (D-293). It runs after the statement, which may insert both.';

CREATE TRIGGER require_delegation AFTER INSERT OR UPDATE OF name ON records FOR EACH ROW WHEN (NEW.type = 'DS')
  EXECUTE FUNCTION require_delegation();
COMMENT ON TRIGGER require_delegation ON records IS 'A rule across rows: it needs the state after the statement.';

CREATE FUNCTION end_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
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
COMMENT ON FUNCTION end_delegation() IS 'Deletes the DS records of a name with its last NS record (D-293).';

CREATE TRIGGER end_delegation AFTER DELETE OR UPDATE OF name ON records FOR EACH ROW WHEN (OLD.type = 'NS' AND OLD.name <> '')
  EXECUTE FUNCTION end_delegation();
COMMENT ON TRIGGER end_delegation ON records IS 'See require_delegation.';
