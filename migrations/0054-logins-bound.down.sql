ALTER TABLE logins DROP CONSTRAINT logins_first_check;
