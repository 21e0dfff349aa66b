-- The next file builds an index on the first partition without a transaction, so it can't ask whether the partition is still
-- there. If it has been dropped (D-226), an empty table takes its name until 0060.
CREATE TABLE IF NOT EXISTS logins_first (LIKE logins);
