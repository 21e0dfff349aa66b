-- Who owns an image store (D-220): the store's marker names this id and generation. One row.
CREATE TABLE image_store_owner (
  singleton boolean CONSTRAINT image_store_owner_pkey PRIMARY KEY DEFAULT true,
  database_id uuid NOT NULL,
  -- A restored backup gets a new one.
  generation uuid NOT NULL,
  CONSTRAINT image_store_owner_one_row CHECK (singleton)
);
INSERT INTO image_store_owner (database_id, generation) VALUES (gen_random_uuid(), gen_random_uuid());
