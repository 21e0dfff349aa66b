DROP FUNCTION records_within(bigint, bigint);
DROP TABLE zone_histories;
