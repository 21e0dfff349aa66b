import type { ConstraintErrors } from '../database/constraints.js';
import { Invalid, invalid } from '../shared/errors/errors.js';
import { DOMAIN_TAKEN } from './domains/domain.rules.js';

/** What the constraints of migration 0004 tell the caller, and the rules that statements hold (`violates`). */
export const DOMAIN_CONSTRAINTS: ConstraintErrors = {
  domains_domain_key: () => new Invalid([DOMAIN_TAKEN]),
  domains_soa_email_check: () => invalid('soa_email', 'soa_email required when type=master'),
  domains_master_ips_check: () =>
    invalid('master_ips', 'You need at least one master DNS server IP address for this zone.'),
  domains_record_count_check: () =>
    invalid('', 'You have reached the maximum of 12000 records for this domain.'),
  // Under a longer name, by renaming or cloning, a record's own would be too long.
  records_fqdn_check: () => invalid('domain', 'Domain is not valid.'),
  records_cname_alone: () => invalid('name', 'Record conflict - CNAMES must be unique'),
  records_null_mx_alone: () => invalid('target', 'A null MX record must be the only MX record of its name.'),
};
