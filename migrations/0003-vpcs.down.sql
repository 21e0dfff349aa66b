DROP TABLE vpc_addresses, instance_interfaces, instance_configs, instance_disks, instances, vpc_subnets, vpcs;
