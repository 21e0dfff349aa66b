DELETE FROM pending_logins p WHERE NOT EXISTS (SELECT FROM logins l WHERE l.id = p.login_id);
ALTER TABLE pending_logins
  ADD CONSTRAINT pending_logins_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins ON DELETE CASCADE;
