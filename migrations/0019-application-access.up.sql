-- D-208: the consent under which an application's token made this personal token, directly or through another personal
-- token. No foreign key: the token outlives a consent whose own tokens have all expired.
ALTER TABLE tokens ADD COLUMN made_under_grant_id text;
CREATE INDEX tokens_made_under_grant_id_idx ON tokens (made_under_grant_id) WHERE made_under_grant_id IS NOT NULL;

-- D-208: the personal tokens that a client made go with it, also when its account is deleted.
CREATE OR REPLACE FUNCTION delete_client_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tokens WHERE client_id = OLD.id;
  RETURN OLD;
END $$;

-- D-207: the scopes, in canonical form (D-42), of an application's live access tokens and of its live refresh tokens.
CREATE FUNCTION application_scopes(app_id bigint, present timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_or(name = '*') THEN '*' ELSE string_agg(name, ' ' ORDER BY place, name) END
    FROM (SELECT name, min(ARRAY[held.age, place]) AS place
            FROM (SELECT id AS age, scopes FROM tokens
                   WHERE authorized_app_id = app_id AND (expiry IS NULL OR expiry > present)
                  UNION ALL
                  SELECT 9223372036854775807, payload.payload ->> 'scope'
                    FROM oauth_grants JOIN oauth_payloads AS payload ON payload.grant_id = oauth_grants.id
                   WHERE oauth_grants.authorized_app_id = app_id AND payload.kind = 'RefreshToken'
                     AND payload.consumed IS NULL AND payload.expiry > present) AS held,
                 string_to_table(held.scopes, ' ') WITH ORDINALITY AS scope (name, place)
           GROUP BY name) AS scope
$$;
