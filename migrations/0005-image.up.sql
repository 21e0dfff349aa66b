ALTER TABLE accounts ADD COLUMN private_image_count integer NOT NULL DEFAULT 0 CHECK (private_image_count >= 0);

CREATE TABLE images (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for public images.
  account_id bigint REFERENCES accounts,
  -- The whole id of a public image; that of a private one is made of its number.
  public_id text CONSTRAINT images_public_id_key UNIQUE,
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
  -- The disk_imagize or image_upload event that tells how the image comes about.
  event_id bigint,
  -- SHA-256 of the upload address's secret; gone once it is spent.
  upload_hash bytea CONSTRAINT images_upload_hash_key UNIQUE,
  upload_until timestamptz(0),
  -- The disk's bytes, below DISK_DIR; null when a disk is captured as a description alone.
  capture_source text,
  -- Whoever writes the bytes just now: the key in the store that they write under, and until when they are believed
  -- to live. Only the holder of the key may make the image available with it.
  claim_key text CONSTRAINT images_claim_key_key UNIQUE,
  claim_until timestamptz,
  store_key text CONSTRAINT images_store_key_key UNIQUE,
  stored_bytes bigint CHECK (stored_bytes > 0),
  sha256 bytea CHECK (length(sha256) = 32),
  CONSTRAINT images_public CHECK (
    CASE WHEN account_id IS NULL
      THEN public_id IS NOT NULL AND public_id NOT LIKE 'private/%' AND status = 'available' AND type = 'manual' AND store_key IS NULL
      ELSE public_id IS NULL AND NOT deprecated AND eol IS NULL AND vendor IS NULL
    END
  ),
  CONSTRAINT images_expiry CHECK ((type = 'automatic') = (expiry IS NOT NULL)),
  CONSTRAINT images_upload CHECK (
    (status = 'pending_upload') = (upload_hash IS NOT NULL) AND (upload_hash IS NULL) = (upload_until IS NULL)
  ),
  CONSTRAINT images_capture CHECK (capture_source IS NULL OR status = 'creating'),
  CONSTRAINT images_claim CHECK (
    (claim_key IS NULL) = (claim_until IS NULL) AND (claim_key IS NULL OR status <> 'available')
  ),
  CONSTRAINT images_stored CHECK (
    num_nonnulls(store_key, stored_bytes, sha256) IN (0, 3) AND (store_key IS NULL OR status = 'available')
  )
);
CREATE INDEX images_account_id_idx ON images (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX images_unfinished_idx ON images (status, id) WHERE status <> 'available';
CREATE INDEX images_expiry_idx ON images (expiry) WHERE expiry IS NOT NULL;
ALTER TABLE grants ADD CONSTRAINT grants_image_id_fkey FOREIGN KEY (image_id) REFERENCES images ON DELETE CASCADE;

-- What only ever happens to an image: whatever the code does, an available one stays so and its bytes stay the same.
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
CREATE TRIGGER images_transition BEFORE UPDATE ON images FOR EACH ROW EXECUTE FUNCTION images_transition();
