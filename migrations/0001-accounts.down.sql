DROP TABLE encryption_key_users, encryption_keys, request_counts, attempts, oauth_clients, users, accounts;
DROP FUNCTION stale, violates;
DROP COLLATION case_mapping;
DROP EXTENSION pgcrypto;
DROP EXTENSION btree_gist;
DROP SCHEMA extensions;
