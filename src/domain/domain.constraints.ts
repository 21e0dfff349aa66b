import type { ConstraintErrors } from '../database/constraints.js';
import { Invalid, invalid } from '../shared/errors/errors.js';
import { DOMAIN_TAKEN, TOO_MANY_RECORDS } from './domains/domain.rules.js';

/** The refusals for the constraints of migration 0004 and for the rules that statements raise with `violates`. */
export const DOMAIN_CONSTRAINTS: ConstraintErrors = {
  domains_domain_key: () => new Invalid([DOMAIN_TAKEN]),
  domains_soa_email_check: () => invalid('soa_email', 'soa_email required when type=master'),
  domains_master_ips_check: () =>
    invalid('master_ips', 'You need at least one master DNS server IP address for this zone.'),
  domains_record_count_check: () => new Invalid([TOO_MANY_RECORDS]),
  // After a rename or a clone, the full name of a record would be too long.
  records_fqdn_check: () => invalid('domain', 'Domain is not valid.'),
  records_cname_alone: () => invalid('name', 'Record conflict - CNAMES must be unique'),
  records_null_mx_alone: () => invalid('target', 'A null MX record must be the only MX record of its name.'),
};
