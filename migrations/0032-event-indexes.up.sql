-- no transaction
-- What a restricted user sees: their own events, and those on what they have a grant on (D-225).
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_user_id_idx ON events (user_id, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_granted_idx ON events (granted_kind, granted_id, id) WHERE granted_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_imagized_idx ON events (((secondary_entity->>'id')::bigint))
  WHERE action = 'disk_imagize';
