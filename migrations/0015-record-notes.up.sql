CREATE TABLE record_notes (
  account_id bigint NOT NULL,
  domain_id bigint NOT NULL,
  record_id bigint NOT NULL,
  note text NOT NULL,
  owner text NOT NULL,
  -- When the record went. It may come back.
  ended timestamptz(0),
  CONSTRAINT record_notes_pkey PRIMARY KEY (account_id, domain_id, record_id),
  CONSTRAINT record_notes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE
);
COMMENT ON TABLE record_notes IS
  'Notes on records, and their owners (D-301). No foreign key to records: a deleted record or domain can come back with its notes.';
CREATE INDEX record_notes_ended_idx ON record_notes (ended) WHERE ended IS NOT NULL;
