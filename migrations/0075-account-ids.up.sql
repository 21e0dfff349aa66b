-- What gives `account_id` to a table that belongs to an account only through its parent, so that the table can be placed by account
-- (docs/scale.md). Who inserts may leave the column out, as the release before does: a trigger fills it. No account has the id 0, so the
-- table's foreign key refuses a row without parent, by its name.
CREATE FUNCTION account_of_vpc() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.vpcs WHERE id = NEW.vpc_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_instance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.instances WHERE id = NEW.instance_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.domains WHERE id = NEW.domain_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.users WHERE id = NEW.user_id), 0);
  RETURN NEW;
END $$;

CREATE FUNCTION account_of_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_id := coalesce((SELECT account_id FROM public.tokens WHERE id = NEW.token_id), 0);
  RETURN NEW;
END $$;

-- A table's partitions, or the table itself if it has none.
CREATE FUNCTION leaves_of(whole regclass) RETURNS SETOF regclass LANGUAGE sql STABLE AS $$
  SELECT whole FROM pg_class WHERE oid = whole AND relkind = 'r'
  UNION ALL SELECT relid FROM pg_partition_tree(whole) WHERE isleaf AND relid <> whole
$$;

-- Files without a transaction call these procedures, table by table. Each step is a transaction that waits at most 300 ms for its locks; a
-- call that was interrupted can be made again. `link` is the column that leads to `parent`, and `finder` fills the new column.
CREATE PROCEDURE add_account_id(child regclass, link name, parent regclass, finder regproc) LANGUAGE plpgsql AS $$
DECLARE
  part regclass;
  portion integer;
  fill CONSTANT text := format('SET account_id = coalesce((SELECT account_id FROM %s WHERE id = c.%I), 0)
    WHERE c.account_id IS NULL', parent, link);
  -- 4 MB: other writers wait for rows of it for a few tenths of a second.
  blocks CONSTANT integer := 500;
BEGIN
  PERFORM set_config('lock_timeout', '300ms', true);
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = child AND attname = 'account_id' AND NOT attisdropped) THEN
    EXECUTE format('ALTER TABLE %s ADD COLUMN account_id bigint', child);
    EXECUTE format('CREATE TRIGGER fill_account_id BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.account_id IS NULL)
      EXECUTE FUNCTION %s()', child, finder);
  END IF;
  COMMIT;
  IF (SELECT attnotnull FROM pg_attribute WHERE attrelid = child AND attname = 'account_id') THEN RETURN; END IF;
  -- Partition by partition: triggers of the whole table that act on its changes do not see these.
  FOR part IN SELECT * FROM leaves_of(child) LOOP
    portion := 0;
    WHILE portion * blocks < pg_relation_size(part) / current_setting('block_size')::integer LOOP
      PERFORM set_config('lock_timeout', '300ms', true);
      EXECUTE format('UPDATE %s c %s AND c.ctid >= %L AND c.ctid < %L', part, fill,
        format('(%s,0)', portion * blocks), format('(%s,0)', (portion + 1) * blocks));
      COMMIT;
      portion := portion + 1;
    END LOOP;
    -- Rows that an update moved to a portion that was already done.
    PERFORM set_config('lock_timeout', '300ms', true);
    IF pg_relation_size(part) IS NOT NULL THEN EXECUTE format('UPDATE %s c %s', part, fill); END IF;
    COMMIT;
  END LOOP;
  PERFORM set_config('lock_timeout', '300ms', true);
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = child AND conname = 'account_id_given') THEN
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT account_id_given CHECK (account_id IS NOT NULL) NOT VALID', child);
  END IF;
  COMMIT;
  EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT account_id_given', child);
  COMMIT;
  PERFORM set_config('lock_timeout', '300ms', true);
  EXECUTE format('ALTER TABLE %s ALTER COLUMN account_id SET NOT NULL', child);
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT account_id_given', child);
  COMMIT;
END $$;

-- Puts `account_id` into a foreign key of one column, or takes it out again (`carried` false). The key keeps its name.
CREATE PROCEDURE carry_account_id(child regclass, key name, carried boolean) LANGUAGE plpgsql AS $$
DECLARE
  known pg_constraint;
  part regclass;
  definition text;
  made CONSTANT name := key || CASE WHEN carried THEN '_carried' ELSE '_alone' END;
BEGIN
  SELECT * INTO known FROM pg_constraint WHERE conrelid = child AND conname = key AND contype = 'f';
  IF (cardinality(known.conkey) = 2) = carried THEN RETURN; END IF;
  definition := pg_get_constraintdef(known.oid);
  definition := CASE WHEN carried
    THEN regexp_replace(definition, 'KEY \((\w+)\) REFERENCES ([\w.]+)\((\w+)\)', 'KEY (account_id, \1) REFERENCES \2(account_id, \3)')
    ELSE replace(definition, '(account_id, ', '(') END;
  FOR part IN SELECT * FROM leaves_of(child) LOOP
    PERFORM set_config('lock_timeout', '300ms', true);
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = part AND conname = made) THEN
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', part, made, definition);
    END IF;
    COMMIT;
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', part, made);
    COMMIT;
  END LOOP;
  PERFORM set_config('lock_timeout', '300ms', true);
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = child AND conname = made) THEN
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', child, made, definition);
  END IF;
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', child, key);
  EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', child, made, key);
  COMMIT;
END $$;

CREATE PROCEDURE drop_account_id(child regclass) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '300ms', true);
  EXECUTE format('DROP TRIGGER IF EXISTS fill_account_id ON %s', child);
  EXECUTE format('ALTER TABLE %s DROP COLUMN IF EXISTS account_id', child);
  COMMIT;
END $$;
