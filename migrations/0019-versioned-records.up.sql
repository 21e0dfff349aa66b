-- `row_to_json` costs about half of `json_build_object` with as many members.
CREATE TYPE versioned AS (id bigint, type text, name text, target text, ttl_sec integer, priority integer, weight integer, port integer,
  service text, protocol text, tag text, created timestamptz, updated timestamptz, rdata text);
COMMENT ON TYPE versioned IS 'The members of a record in zone_versions.';

CREATE OR REPLACE FUNCTION versioned_record(r records) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT row_to_json(ROW(r.id, r.type, r.name, r.target, r.ttl_sec, r.priority, r.weight, r.port, r.service, r.protocol, r.tag,
    r.created, r.updated, r.rdata)::public.versioned)
$$;
