ALTER TABLE authorized_apps DROP COLUMN last_used;
