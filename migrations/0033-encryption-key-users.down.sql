DROP TABLE encryption_key_users;
