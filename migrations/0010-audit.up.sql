-- The request that an event came of, as its answer's X-Request-Id and its log line name it. Never shown to customers.
ALTER TABLE events ADD COLUMN request_id uuid;
