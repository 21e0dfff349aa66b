-- Kept by the statements that insert and delete domains, so that a list's total costs no count.
ALTER TABLE accounts ADD COLUMN domain_count integer NOT NULL DEFAULT 0 CHECK (domain_count >= 0);

CREATE TABLE domains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Normalised: lower case, A-labels, no final period.
  domain text NOT NULL,
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
  -- Every statement that adds, changes or removes records first updates this row (count, serial). That holds the
  -- domain's other writers back until it commits, so that what a writer then sees of the domain's records is all
  -- there is: the rules across records (CNAME, null MX) are conditions of the statements that write them.
  record_count integer NOT NULL DEFAULT 0,
  CONSTRAINT domains_domain_key UNIQUE (domain),
  CONSTRAINT domains_soa_email_check CHECK (type <> 'master' OR soa_email <> ''),
  CONSTRAINT domains_master_ips_check CHECK (type <> 'slave' OR cardinality(master_ips) > 0),
  CONSTRAINT domains_record_count_check CHECK (record_count BETWEEN 0 AND 12000)
) WITH (fillfactor = 80);
CREATE INDEX domains_account_id_idx ON domains (account_id, id);
ALTER TABLE grants
  ADD CONSTRAINT grants_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains ON DELETE CASCADE;

CREATE TABLE records (
  domain_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL CHECK (type IN ('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA')),
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
  -- The name in full and in lower case, by which nameservers look records up.
  fqdn text NOT NULL,
  -- The target as a zone file has it; hosts are absolute with a final period, or relative to the zone, or '@'.
  -- Null when the record is too long for DNS.
  rdata text,
  CONSTRAINT records_pkey PRIMARY KEY (domain_id, id),
  CONSTRAINT records_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains ON DELETE CASCADE,
  CONSTRAINT records_fqdn_check CHECK (length(fqdn) <= 253)
);
CREATE INDEX records_fqdn_idx ON records (fqdn);
