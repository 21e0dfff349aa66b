CREATE TABLE zone_histories (
  account_id bigint NOT NULL,
  domain_id bigint NOT NULL,
  -- The newest version that `bytes` counts.
  version integer NOT NULL,
  -- What the versions take in the table. More than is true after a partition was dropped, until they are counted anew.
  bytes bigint NOT NULL,
  -- Nothing can bring the domain back: its versions are deleted, then this row.
  ended boolean NOT NULL DEFAULT false,
  CONSTRAINT zone_histories_pkey PRIMARY KEY (account_id, domain_id),
  CONSTRAINT zone_histories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE
);
COMMENT ON TABLE zone_histories IS
  'How many bytes the versions of a zone take (D-241). A job counts them, so that no change has to.';
CREATE INDEX zone_histories_ended_idx ON zone_histories (domain_id) WHERE ended;

CREATE FUNCTION records_within(of_domain bigint, most bigint) RETURNS json LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF (SELECT sum(octet_length(r.target) + coalesce(octet_length(r.rdata), 0)) FROM public.records r WHERE r.domain_id = of_domain) > most THEN
    RETURN NULL;
  END IF;
  RETURN public.records_of(of_domain);
END $$;
COMMENT ON FUNCTION records_within(bigint, bigint) IS
  'As records_of; null when the texts of the records take more bytes than `most`: a JSON value has at most 1 GB.';
