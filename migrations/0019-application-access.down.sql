DROP FUNCTION application_scopes(bigint, timestamptz);
CREATE OR REPLACE FUNCTION delete_client_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tokens WHERE client_id = OLD.id AND kind = 'oauth';
  RETURN OLD;
END $$;
ALTER TABLE tokens DROP COLUMN made_under_grant_id;
