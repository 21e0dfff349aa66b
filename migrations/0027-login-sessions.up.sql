-- Where a login happened, so that its user can tell it from the others.
ALTER TABLE login_sessions
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '';
