-- Claims of names, proven at the registry (D-204).
CREATE TABLE domain_claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'verified', 'done', 'expired', 'withdrawn')),
  -- The host that the parent zone must list for the name.
  nameserver text NOT NULL,
  created timestamptz(0) NOT NULL,
  -- When the status ends, or ended.
  expires timestamptz(0) NOT NULL,
  -- When the parent zone is asked next; a process that asks moves it on first, so that no other one asks too.
  next_check timestamptz(0)
);
CREATE INDEX domain_claims_account_id_idx ON domain_claims (account_id, id);
CREATE UNIQUE INDEX domain_claims_open_key ON domain_claims (account_id, domain) WHERE status IN ('pending', 'verified');
CREATE UNIQUE INDEX domain_claims_done_key ON domain_claims (domain) WHERE status = 'done';
CREATE INDEX domain_claims_next_check_idx ON domain_claims (next_check) WHERE next_check IS NOT NULL;
CREATE INDEX domain_claims_expires_idx ON domain_claims (expires);
-- What each new name is compared with: claims of the name itself and above, and below.
CREATE INDEX domain_claims_domain_idx ON domain_claims (domain) WHERE status IN ('verified', 'done');
CREATE INDEX domain_claims_reverse_idx ON domain_claims (reverse(domain) COLLATE "C") WHERE status IN ('verified', 'done');
