DROP TRIGGER require_delegation ON records;
DROP TRIGGER require_delegation_of_changed ON records;
DROP TRIGGER end_delegation ON records;
DROP TRIGGER end_delegation_of_changed ON records;
DROP FUNCTION require_delegation, end_delegation;
WITH gone AS (DELETE FROM records WHERE type = 'DS' RETURNING domain_id)
UPDATE domains d SET record_count = record_count - lost.count
FROM (SELECT domain_id, count(*) FROM gone GROUP BY domain_id) lost WHERE d.id = lost.domain_id;
ALTER TABLE records DROP CONSTRAINT records_type_check;
ALTER TABLE records ADD CONSTRAINT records_type_check
  CHECK (type IN ('A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'));
