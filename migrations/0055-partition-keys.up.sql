-- no transaction
-- What the tables need to become partitions while nobody waits: the bounds checked, and primary keys that hold the time (D-226).
ALTER TABLE events VALIDATE CONSTRAINT events_first_check;
ALTER TABLE logins VALIDATE CONSTRAINT logins_first_check;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS events_first_pkey ON events (id, created);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS logins_first_pkey ON logins (id, datetime);
