-- The day of its last use (UTC), so that its user sees which tokens nothing uses. Written once a day.
ALTER TABLE tokens ADD COLUMN last_used date;
