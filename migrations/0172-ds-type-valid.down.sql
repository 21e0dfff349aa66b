ALTER TABLE records DROP CONSTRAINT records_type_check;
ALTER TABLE records ADD CONSTRAINT records_type_check
  CHECK (type IN ('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA', 'DS')) NOT VALID;
