DROP TABLE event_reads;
DROP TABLE events;
DROP TABLE grants;
DROP TABLE tokens;
DROP TABLE oauth_clients;
DROP FUNCTION delete_client_tokens;
DROP TABLE users;
DROP TABLE accounts;
