ALTER TABLE login_sessions
  DROP COLUMN user_agent,
  DROP COLUMN address;
