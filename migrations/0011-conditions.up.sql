-- What a statement calls when it may not go on: whatever else its transaction has done is undone with it.

-- For what is no longer as it was when the change was decided on; the service decides again.
CREATE FUNCTION stale() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changed since it was read' USING ERRCODE = 'serialization_failure';
END $$;

-- For a rule over several rows that no constraint can state; it is told as a constraint of this name would be.
CREATE FUNCTION violates(rule name) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'violates %', rule USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = rule;
END $$;
