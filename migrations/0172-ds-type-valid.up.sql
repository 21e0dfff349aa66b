ALTER TABLE records VALIDATE CONSTRAINT records_type_check;
