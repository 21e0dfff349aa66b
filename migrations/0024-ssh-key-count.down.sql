DROP FUNCTION ssh_keys_of(bigint);
