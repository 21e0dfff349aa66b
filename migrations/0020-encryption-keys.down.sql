DROP TABLE encryption_keys;
