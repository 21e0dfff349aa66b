-- What a personal token is narrowed to (D-237). A narrowed token stays narrowed when the last of its entities is gone.
ALTER TABLE tokens
  ADD COLUMN narrowed boolean NOT NULL DEFAULT false,
  ADD COLUMN sources cidr[],
  ADD COLUMN unused_days integer,
  ADD COLUMN unused_until timestamptz(0);
CREATE INDEX tokens_unused_until_idx ON tokens (unused_until) WHERE unused_until IS NOT NULL;

-- The entities that a narrowed token names. Of a domain, null in `names`, `types` or `actions` means all.
CREATE TABLE token_restrictions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_id bigint NOT NULL REFERENCES tokens ON DELETE CASCADE,
  vpc_id bigint REFERENCES vpcs ON DELETE CASCADE,
  domain_id bigint REFERENCES domains ON DELETE CASCADE,
  image_id bigint REFERENCES images ON DELETE CASCADE,
  names text[],
  types text[],
  actions text[],
  CONSTRAINT token_restrictions_one_entity CHECK (num_nonnulls(vpc_id, domain_id, image_id) = 1),
  CONSTRAINT token_restrictions_records_check CHECK (domain_id IS NOT NULL OR num_nonnulls(names, types, actions) = 0)
);
CREATE INDEX token_restrictions_token_id_idx ON token_restrictions (token_id);
CREATE INDEX token_restrictions_vpc_id_idx ON token_restrictions (vpc_id) WHERE vpc_id IS NOT NULL;
CREATE INDEX token_restrictions_domain_id_idx ON token_restrictions (domain_id) WHERE domain_id IS NOT NULL;
CREATE INDEX token_restrictions_image_id_idx ON token_restrictions (image_id) WHERE image_id IS NOT NULL;

-- Whether a record's name, relative to its domain, fits one of the names; `*` stands for one or more labels.
CREATE FUNCTION fits_names(name text, names text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT names IS NULL OR EXISTS (
    SELECT FROM unnest(names) n WHERE lower(name) LIKE replace(replace(n, '_', '\_'), '*', '_%'))
$$;
