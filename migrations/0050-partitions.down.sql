DROP FUNCTION tidy_partitions(text, timestamptz, integer);
DROP FUNCTION drop_partition(text, timestamptz);
DROP FUNCTION over_age(text, timestamptz, integer);
DROP FUNCTION make_partitions(text, timestamptz, integer);
DROP FUNCTION partition_column(text);
DROP FUNCTION partitions_of(text);
DROP TABLE partitioned_tables;
