-- The number of an account's events, so that a page of them costs what it shows (D-225). Events up to `settled_id` are in
-- `event_counts`; the few after it are counted when a list is read. A job moves `settled_id` on.
CREATE TABLE event_counts (
  account_id bigint CONSTRAINT event_counts_pkey PRIMARY KEY
    CONSTRAINT event_counts_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
  events bigint NOT NULL
);

-- Ids are drawn before their transactions commit. An id is settled when every transaction that could still insert one
-- up to it has ended: those with a number below `candidate_xmax`.
CREATE TABLE event_count_marks (
  id integer CONSTRAINT event_count_marks_pkey PRIMARY KEY CONSTRAINT event_count_marks_one_check CHECK (id = 1),
  settled_id bigint NOT NULL,
  candidate_id bigint NOT NULL,
  candidate_xmax bigint NOT NULL
);
INSERT INTO event_count_marks VALUES (1, 0, 0, 0);

-- Whoever deletes events, an earlier release and a cascade too: what was counted is taken off. The lock waits for a job that
-- is counting.
CREATE FUNCTION uncount_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settled bigint;
BEGIN
  SELECT settled_id INTO settled FROM event_count_marks FOR SHARE;
  UPDATE event_counts c SET events = c.events - gone.events
  FROM (SELECT account_id, count(*) AS events FROM deleted WHERE id <= settled GROUP BY account_id) gone
  WHERE c.account_id = gone.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER events_uncounted AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_events();
