-- no transaction
-- The keys of grants, tokens and their restrictions, and of logins carry the account: both ends are of one.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS tokens_account_id_key ON tokens (account_id, id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS authorized_apps_account_id_key ON authorized_apps (account_id, id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS oauth_grants_account_id_key ON oauth_grants (account_id, id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS trusted_devices_account_id_key ON trusted_devices (account_id, id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS images_account_id_key ON images (account_id, id);
DROP INDEX CONCURRENTLY IF EXISTS images_account_id_idx;
CALL add_account_id('token_restrictions', 'token_id', 'tokens', 'account_of_token');
CALL carry_account_id('token_restrictions', 'token_restrictions_token_id_fkey', true);
CALL carry_account_id('token_restrictions', 'token_restrictions_vpc_id_fkey', true);
CALL carry_account_id('token_restrictions', 'token_restrictions_domain_id_fkey', true);
CALL carry_account_id('token_restrictions', 'token_restrictions_image_id_fkey', true);
CALL carry_account_id('grants', 'grants_vpc_id_fkey', true);
CALL carry_account_id('grants', 'grants_domain_id_fkey', true);
CALL carry_account_id('grants', 'grants_image_id_fkey', true);
CALL carry_account_id('grants', 'grants_instance_id_fkey', true);
CALL carry_account_id('tokens', 'tokens_authorized_app_id_fkey', true);
CALL carry_account_id('tokens', 'tokens_oauth_grant_id_fkey', true);
CALL carry_account_id('oauth_grants', 'oauth_grants_authorized_app_id_fkey', true);
CALL carry_account_id('login_sessions', 'login_sessions_trusted_device_id_fkey', true);
