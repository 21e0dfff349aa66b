ALTER TABLE events DROP CONSTRAINT events_first_check;
