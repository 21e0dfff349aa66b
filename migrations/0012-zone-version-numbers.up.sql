-- The number of the zone's newest version (D-241). It counts what changes what the zone serves, by any way.
ALTER TABLE domains ADD COLUMN zone_version integer NOT NULL DEFAULT 1;
