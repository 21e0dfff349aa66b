-- Below PostgreSQL's `deadlock_timeout`: the job gives up its locks before a read that waits for them looks for a deadlock (D-300).
ALTER FUNCTION make_partitions(text, timestamptz, integer) SET lock_timeout = '300ms';
ALTER FUNCTION drop_partition(text, timestamptz) SET lock_timeout = '300ms';
