ALTER TABLE request_counts DROP COLUMN window_end;
