ALTER TABLE events DROP COLUMN request_id;
