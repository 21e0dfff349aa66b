DROP FUNCTION keep_newest_versions(timestamptz, timestamptz, integer, integer);
DROP FUNCTION records_of(bigint);
DROP TABLE deleted_domains;
