DROP TABLE going_event_counts, event_count_marks, event_counts, event_reads, events, partitioned_tables;
DROP FUNCTION uncount_events, tidy_partitions, drop_partition, count_going_events, over_age, make_partitions, partitions_of,
  partition_column;
