-- no transaction
CALL carry_account_id('vpc_addresses', 'vpc_addresses_subnet_id_fkey', false);
CALL carry_account_id('vpc_addresses', 'vpc_addresses_interface_id_fkey', false);
CALL carry_account_id('vpc_addresses', 'vpc_addresses_instance_id_fkey', false);
CALL carry_account_id('instance_interfaces', 'instance_interfaces_subnet_id_fkey', false);
CALL carry_account_id('instance_interfaces', 'instance_interfaces_config_id_fkey', false);
CALL carry_account_id('instance_interfaces', 'instance_interfaces_instance_id_fkey', false);
CALL carry_account_id('instance_configs', 'instance_configs_instance_id_fkey', false);
CALL carry_account_id('instance_disks', 'instance_disks_instance_id_fkey', false);
CALL carry_account_id('vpc_subnets', 'vpc_subnets_vpc_id_fkey', false);
CALL drop_account_id('vpc_addresses');
CALL drop_account_id('instance_interfaces');
CALL drop_account_id('instance_configs');
CALL drop_account_id('instance_disks');
CALL drop_account_id('vpc_subnets');
CREATE INDEX CONCURRENTLY IF NOT EXISTS instances_account_id_idx ON instances (account_id, id);
DROP INDEX CONCURRENTLY IF EXISTS instances_account_id_key;
CREATE INDEX CONCURRENTLY IF NOT EXISTS vpcs_account_id_idx ON vpcs (account_id, id);
DROP INDEX CONCURRENTLY IF EXISTS vpcs_account_id_key;
