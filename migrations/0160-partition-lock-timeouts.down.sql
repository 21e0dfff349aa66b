ALTER FUNCTION make_partitions(text, timestamptz, integer) SET lock_timeout = '1s';
ALTER FUNCTION drop_partition(text, timestamptz) SET lock_timeout = '1s';
