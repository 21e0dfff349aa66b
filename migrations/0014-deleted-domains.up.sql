CREATE TABLE deleted_domains (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  domain text NOT NULL,
  -- Since when the domain had its name.
  named timestamptz(0) NOT NULL,
  deleted timestamptz(0) NOT NULL,
  zone_version integer NOT NULL,
  -- The row of `domains`.
  stored json NOT NULL,
  -- A JSON array of records, as versions keep them.
  records json NOT NULL,
  CONSTRAINT deleted_domains_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT deleted_domains_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE
);
COMMENT ON TABLE deleted_domains IS 'The deleted domains that their account can restore (D-241), with their row and records.';
CREATE INDEX deleted_domains_deleted_idx ON deleted_domains (deleted);

CREATE FUNCTION records_of(of_domain bigint) RETURNS json LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT coalesce(json_agg(versioned_record(r) ORDER BY r.id), '[]') FROM records r WHERE r.domain_id = of_domain);
END $$;

COMMENT ON FUNCTION records_of(bigint) IS
  'The records of a domain whose row the statement locked, as JSON. VOLATILE: it sees what was committed before that lock.';

CREATE FUNCTION keep_newest_versions(before timestamptz, present timestamptz, newest integer, most integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  zones CONSTANT text := '(SELECT id, zone_version FROM public.domains UNION ALL SELECT id, zone_version FROM public.deleted_domains)';
  part text;
  changed integer;
  total integer;
BEGIN
  EXECUTE format('DELETE FROM public.zone_versions v USING (
      SELECT o.id, o.kept_since FROM public.zone_versions o LEFT JOIN %s d ON d.id = o.domain_id
      WHERE o.kept_since > o.created AND o.version <= coalesce(d.zone_version - $1, o.version) LIMIT $2 FOR UPDATE OF o SKIP LOCKED) old
    WHERE v.id = old.id AND v.kept_since = old.kept_since', zones) USING newest, most;
  GET DIAGNOSTICS total = ROW_COUNT;
  FOR part IN SELECT name FROM public.partitions_of('zone_versions') WHERE lower IS NULL OR upper <= before LOOP
    EXECUTE format('UPDATE public.zone_versions v SET kept_since = $2 FROM (
        SELECT o.id, o.kept_since FROM public.%I o JOIN %s d ON d.id = o.domain_id
        WHERE o.kept_since < $1 AND o.version > d.zone_version - $3 LIMIT $4 FOR UPDATE OF o SKIP LOCKED) old
      WHERE v.id = old.id AND v.kept_since = old.kept_since', part, zones) USING before, present, newest, most;
    GET DIAGNOSTICS changed = ROW_COUNT;
    total := total + changed;
  END LOOP;
  RETURN total;
END $$;
COMMENT ON FUNCTION keep_newest_versions(timestamptz, timestamptz, integer, integer) IS
  'Moves the newest versions of each zone out of the partitions that are about to be dropped or tidied, and deletes those that '
  'were moved earlier and are no longer among the newest. At most as many of each as given. Returns how many.';
