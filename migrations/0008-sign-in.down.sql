DELETE FROM partitioned_tables WHERE table_name = 'logins';
DROP TABLE login_count_starts, login_counts, logins, pending_logins, login_sessions, trusted_devices;
DROP FUNCTION count_logins;
