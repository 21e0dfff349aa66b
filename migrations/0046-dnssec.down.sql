DROP TABLE pdns.signed_names;
DROP TABLE pdns.zone_keys;
DROP TABLE pdns.signed_zones;
DROP FUNCTION pdns.fill_signed_names, pdns.place_names, pdns.nsec3_hash;
DROP EXTENSION pgcrypto;
