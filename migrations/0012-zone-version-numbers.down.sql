ALTER TABLE domains DROP COLUMN zone_version;
