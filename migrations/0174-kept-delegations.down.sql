ALTER TABLE pdns.signed_zones DROP COLUMN delegated;
