CREATE FUNCTION ssh_keys_of(of_user bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT count(*) FROM public.ssh_keys k WHERE k.user_id = of_user);
END $$;
COMMENT ON FUNCTION ssh_keys_of(bigint) IS
  'The number of SSH keys of a user whose row the statement locked. VOLATILE: it counts what was committed before that lock.';
