-- The rules across the records of a name (D-102). The caller has locked the domain's row. A volatile function sees what was
-- committed before the statement got that lock; the statement itself sees what was committed before it began.
CREATE FUNCTION record_fits(of_domain bigint, record_id bigint, record_type text, record_fqdn text, record_rdata text)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  broken name;
BEGIN
  SELECT CASE WHEN 'CNAME' IN (o.type, record_type) THEN 'records_cname_alone' ELSE 'records_null_mx_alone' END INTO broken
  FROM records o
  WHERE o.domain_id = of_domain AND o.fqdn = record_fqdn AND o.id IS DISTINCT FROM record_id
    AND ('CNAME' IN (o.type, record_type) OR (o.type = 'MX' AND record_type = 'MX' AND '.' IN (o.rdata, record_rdata)))
  LIMIT 1;
  RETURN broken IS NULL OR violates(broken);
END $$;
