-- Whether the service keeps the DS records of the zone in the domain above it of the same account (D-293).
ALTER TABLE pdns.signed_zones ADD COLUMN delegated boolean NOT NULL DEFAULT false;
