-- The table becomes the first partition, for the time up to a month from now, without being read under a lock: it says first
-- that it holds nothing later (D-226).
DO $$
BEGIN
  EXECUTE format('ALTER TABLE events ADD CONSTRAINT events_first_check CHECK (created < %L) NOT VALID',
    (date_trunc('day', now(), 'UTC') + interval '30 days') AT TIME ZONE 'UTC' || '+00');
END $$;
