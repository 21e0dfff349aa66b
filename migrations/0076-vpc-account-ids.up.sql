-- no transaction
-- Subnets, addresses and the parts of instances say whose they are, and their keys hold it. A key needs a unique index of its columns; those
-- of VPCs and instances take the place of indexes that were not unique.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS vpcs_account_id_key ON vpcs (account_id, id);
DROP INDEX CONCURRENTLY IF EXISTS vpcs_account_id_idx;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS instances_account_id_key ON instances (account_id, id);
DROP INDEX CONCURRENTLY IF EXISTS instances_account_id_idx;
CALL add_account_id('vpc_subnets', 'vpc_id', 'vpcs', 'account_of_vpc');
CALL add_account_id('instance_disks', 'instance_id', 'instances', 'account_of_instance');
CALL add_account_id('instance_configs', 'instance_id', 'instances', 'account_of_instance');
CALL add_account_id('instance_interfaces', 'instance_id', 'instances', 'account_of_instance');
CALL add_account_id('vpc_addresses', 'instance_id', 'instances', 'account_of_instance');
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS vpc_subnets_account_id_key ON vpc_subnets (account_id, id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS instance_configs_account_id_key ON instance_configs (account_id, id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS instance_interfaces_account_id_key ON instance_interfaces (account_id, id);
CALL carry_account_id('vpc_subnets', 'vpc_subnets_vpc_id_fkey', true);
CALL carry_account_id('instance_disks', 'instance_disks_instance_id_fkey', true);
CALL carry_account_id('instance_configs', 'instance_configs_instance_id_fkey', true);
CALL carry_account_id('instance_interfaces', 'instance_interfaces_instance_id_fkey', true);
CALL carry_account_id('instance_interfaces', 'instance_interfaces_config_id_fkey', true);
CALL carry_account_id('instance_interfaces', 'instance_interfaces_subnet_id_fkey', true);
CALL carry_account_id('vpc_addresses', 'vpc_addresses_instance_id_fkey', true);
CALL carry_account_id('vpc_addresses', 'vpc_addresses_interface_id_fkey', true);
CALL carry_account_id('vpc_addresses', 'vpc_addresses_subnet_id_fkey', true);
