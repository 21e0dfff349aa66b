CREATE TABLE zone_versions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  domain_id bigint NOT NULL,
  version integer NOT NULL,
  serial bigint NOT NULL,
  created timestamptz(0) NOT NULL,
  -- `created`, or when the partition went that a version was in which is among the newest of its zone.
  kept_since timestamptz(0) NOT NULL,
  username text,
  token_id bigint,
  request_id uuid,
  description text NOT NULL DEFAULT '',
  records_created integer NOT NULL,
  records_updated integer NOT NULL,
  records_deleted integer NOT NULL,
  -- JSON arrays of records. `added` is null for the first version, which adds all that the zone then has.
  removed json,
  added json,
  -- What the zone shows of its domain, as it was before; null when the version changed nothing of it.
  settings json,
  CONSTRAINT zone_versions_pkey PRIMARY KEY (id, kept_since),
  CONSTRAINT zone_versions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE
) PARTITION BY RANGE (kept_since);
COMMENT ON TABLE zone_versions IS
  'What each change of a zone removed and added (D-241), partitioned by time. A version is the present zone without the '
  'changes after it. No foreign key to domains: a deleted domain can come back with its versions.';
CREATE INDEX zone_versions_account_id_idx ON zone_versions (account_id, domain_id, version);
-- Versions that were moved because they were among the newest of their zone. Others are never in it.
CREATE INDEX zone_versions_moved_idx ON zone_versions (domain_id, version) WHERE kept_since > created;

-- The first partition holds the time until the job makes partitions.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE zone_versions_first PARTITION OF zone_versions FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('day', now(), 'UTC') + interval '2 days');
END $$;
-- The table is new.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX zone_versions_first_kept_since_idx ON zone_versions_first (kept_since);
CREATE TABLE zone_versions_default PARTITION OF zone_versions DEFAULT;
CREATE INDEX zone_versions_default_kept_since_idx ON zone_versions_default (kept_since);
INSERT INTO partitioned_tables (table_name) VALUES ('zone_versions');

-- The first change after this can be undone, too.
INSERT INTO zone_versions (account_id, domain_id, version, serial, created, kept_since, description, records_created, records_updated,
    records_deleted)
  SELECT account_id, id, zone_version, serial, now(), now(), 'Before versions were kept', record_count, 0, 0 FROM domains;

CREATE FUNCTION versioned_record(r records) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('id', r.id, 'type', r.type, 'name', r.name, 'target', r.target, 'ttl_sec', r.ttl_sec, 'priority', r.priority,
    'weight', r.weight, 'port', r.port, 'service', r.service, 'protocol', r.protocol, 'tag', r.tag, 'created', r.created,
    'updated', r.updated, 'rdata', r.rdata)
$$;
COMMENT ON FUNCTION versioned_record(records) IS 'A record in the form in which zone_versions stores it.';

-- DS records that go with the last NS record (D-293) belong to the version that took it.
CREATE OR REPLACE FUNCTION end_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone json[];
BEGIN
  IF TG_OP = 'UPDATE' AND lower(OLD.name) = lower(NEW.name) THEN RETURN NULL; END IF;
  WITH ended AS (
    DELETE FROM public.records ds
      WHERE ds.domain_id = OLD.domain_id AND ds.fqdn = OLD.fqdn AND ds.type = 'DS' AND NOT EXISTS (
        SELECT FROM public.records ns WHERE ns.domain_id = OLD.domain_id AND ns.fqdn = OLD.fqdn AND ns.type = 'NS')
      RETURNING *)
    SELECT array_agg(public.versioned_record(ended::public.records)) INTO gone FROM ended;
  IF gone IS NOT NULL THEN
    UPDATE public.domains SET record_count = record_count - cardinality(gone) WHERE id = OLD.domain_id;
    UPDATE public.zone_versions v SET records_deleted = records_deleted + cardinality(gone),
        removed = array_to_json(ARRAY(SELECT json_array_elements(v.removed)) || gone)
      FROM public.domains d
      -- The release before makes no version.
      WHERE d.id = OLD.domain_id AND v.account_id = d.account_id AND v.domain_id = d.id AND v.version = d.zone_version
        AND v.xmin = pg_current_xact_id()::xid;
  END IF;
  RETURN NULL;
END $$;
