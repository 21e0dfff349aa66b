ALTER TABLE tokens DROP COLUMN oauth_grant_id;
DROP TABLE oauth_payloads;
DROP TABLE oauth_grants;
DROP TABLE pending_logins;
DROP TABLE login_sessions;
