-- no transaction
-- Records, and what PowerDNS has of a domain, say whose they are, and their keys hold it, but that of records: cloning a domain would cost
-- more than 3 % more.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS domains_account_id_key ON domains (account_id, id);
DROP INDEX CONCURRENTLY IF EXISTS domains_account_id_idx;
CALL add_account_id('pdns.catalog_members', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.parents', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.signed_zones', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.transferred_metadata', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.transferred_records', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.unnotified_zones', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.zone_states', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.signed_names', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('pdns.zone_keys', 'domain_id', 'domains', 'account_of_domain');
CALL add_account_id('records', 'domain_id', 'domains', 'account_of_domain');
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS signed_zones_account_id_key ON pdns.signed_zones (account_id, domain_id);
CALL carry_account_id('pdns.catalog_members', 'catalog_members_domain_id_fkey', true);
CALL carry_account_id('pdns.parents', 'parents_domain_id_fkey', true);
CALL carry_account_id('pdns.signed_zones', 'signed_zones_domain_id_fkey', true);
CALL carry_account_id('pdns.transferred_metadata', 'transferred_metadata_domain_id_fkey', true);
CALL carry_account_id('pdns.transferred_records', 'transferred_records_domain_id_fkey', true);
CALL carry_account_id('pdns.unnotified_zones', 'unnotified_zones_domain_id_fkey', true);
CALL carry_account_id('pdns.zone_states', 'zone_states_domain_id_fkey', true);
CALL carry_account_id('pdns.signed_names', 'signed_names_domain_id_fkey', true);
CALL carry_account_id('pdns.zone_keys', 'zone_keys_domain_id_fkey', true);
