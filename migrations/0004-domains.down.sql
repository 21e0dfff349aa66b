DROP TABLE domain_claims, domain_holders, former_domains, served_serials, records, domains;
DROP FUNCTION end_delegation, require_delegation, record_fits, continue_serial, serial_after, later_serial;
