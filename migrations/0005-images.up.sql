CREATE TABLE images (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for public images.
  account_id bigint REFERENCES accounts,
  -- The id of a public image. That of a private one is made from its number.
  public_id text UNIQUE,
  label text NOT NULL,
  description text,
  type text NOT NULL CHECK (type IN ('manual', 'automatic')),
  status text NOT NULL CHECK (status IN ('creating', 'pending_upload', 'available')),
  size_mb integer NOT NULL CHECK (size_mb >= 0),
  capabilities text[] NOT NULL DEFAULT '{}',
  created timestamptz(0) NOT NULL,
  updated timestamptz(0) NOT NULL,
  created_by text NOT NULL,
  deprecated boolean NOT NULL DEFAULT false,
  eol timestamptz(0),
  expiry timestamptz(0),
  vendor text,
  -- The disk_imagize or image_upload event that reports the progress.
  event_id bigint,
  -- SHA-256 of the secret in the upload's address, until the upload.
  upload_hash bytea UNIQUE,
  upload_until timestamptz(0),
  -- The path of the disk below DISK_DIR; null for a capture without bytes.
  capture_source text,
  -- The process that writes the bytes: its key in the store, and until when it holds the claim. Only it makes the image
  -- available.
  claim_key text UNIQUE,
  claim_until timestamptz,
  store_key text UNIQUE,
  stored_bytes bigint CHECK (stored_bytes > 0),
  sha256 bytea CHECK (length(sha256) = 32),
  CONSTRAINT images_capture CHECK (capture_source IS NULL OR status = 'creating'),
  CONSTRAINT images_claim CHECK (
    (claim_key IS NULL) = (claim_until IS NULL) AND (claim_key IS NULL OR status <> 'available')
  ),
  CONSTRAINT images_expiry CHECK ((type = 'automatic') = (expiry IS NOT NULL)),
  CONSTRAINT images_public CHECK (
    CASE WHEN account_id IS NULL
      THEN public_id IS NOT NULL AND public_id NOT LIKE 'private/%' AND status = 'available' AND type = 'manual' AND store_key IS NULL
      ELSE public_id IS NULL AND NOT deprecated AND eol IS NULL AND vendor IS NULL
    END
  ),
  CONSTRAINT images_stored CHECK (
    num_nonnulls(store_key, stored_bytes, sha256) IN (0, 3) AND (store_key IS NULL OR status = 'available')
  ),
  CONSTRAINT images_upload CHECK (
    (status = 'pending_upload') = (upload_hash IS NOT NULL) AND (upload_hash IS NULL) = (upload_until IS NULL)
  )
);
CREATE INDEX images_unfinished_idx ON images (status, id) WHERE status <> 'available';
CREATE INDEX images_expiry_idx ON images (expiry) WHERE expiry IS NOT NULL;
CREATE UNIQUE INDEX images_account_id_key ON images (account_id, id);
COMMENT ON TABLE images IS 'Images: private ones of an account, and public ones of the platform.';

CREATE FUNCTION images_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'available' AND
     (NEW.status, NEW.store_key, NEW.stored_bytes, NEW.sha256) IS DISTINCT FROM
     (OLD.status, OLD.store_key, OLD.stored_bytes, OLD.sha256) OR
     OLD.status <> NEW.status AND NEW.status <> 'available' OR
     NEW.store_key IS DISTINCT FROM OLD.store_key AND NEW.store_key IS DISTINCT FROM OLD.claim_key
  THEN
    RAISE EXCEPTION 'image % may not go from % to % with bytes %', OLD.id, OLD.status, NEW.status, NEW.store_key;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION images_transition() IS
  'Refuses to change the state or the bytes of an available image, and bytes that the holder of the claim did not write.';
CREATE TRIGGER images_transition BEFORE UPDATE ON images FOR EACH ROW EXECUTE FUNCTION images_transition();
COMMENT ON TRIGGER images_transition ON images IS 'The bytes of an available image must stay the same, whichever statement writes.';

CREATE TABLE image_store_owner (
  singleton boolean DEFAULT true PRIMARY KEY,
  database_id uuid NOT NULL,
  -- A restored backup gets a new one.
  generation uuid NOT NULL,
  CONSTRAINT image_store_owner_one_row CHECK (singleton)
);
COMMENT ON TABLE image_store_owner IS
  'The database that owns an image store (D-220): the marker in the store holds this id and generation. One row.';
INSERT INTO image_store_owner (database_id, generation) VALUES (gen_random_uuid(), gen_random_uuid());
