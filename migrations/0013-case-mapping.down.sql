DROP COLLATION case_mapping;
