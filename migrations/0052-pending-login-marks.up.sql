-- As for events: a pending login names a login of minutes ago, and goes with its user (D-226).
ALTER TABLE pending_logins DROP CONSTRAINT pending_logins_login_id_fkey;
