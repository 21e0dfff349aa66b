-- The role stays: it belongs to the server, and other databases may use it.
DROP TRIGGER change_zone ON domains;
DROP TRIGGER move_parents ON records;
DROP TRIGGER count_parents_of_deleted ON records;
DROP TRIGGER count_parents_of_inserted ON records;
DROP INDEX records_soa_idx;
DROP SCHEMA pdns CASCADE;
