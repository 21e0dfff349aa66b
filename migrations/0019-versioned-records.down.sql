CREATE OR REPLACE FUNCTION versioned_record(r records) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('id', r.id, 'type', r.type, 'name', r.name, 'target', r.target, 'ttl_sec', r.ttl_sec, 'priority', r.priority,
    'weight', r.weight, 'port', r.port, 'service', r.service, 'protocol', r.protocol, 'tag', r.tag, 'created', r.created,
    'updated', r.updated, 'rdata', r.rdata)
$$;
DROP TYPE versioned;
