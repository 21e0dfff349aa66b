CREATE FUNCTION end_record_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.record_notes n SET ended = now() FROM gone
    WHERE n.account_id = gone.account_id AND n.domain_id = gone.domain_id AND n.record_id = gone.id;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION end_record_notes() IS 'Marks the notes of records that a statement deleted.';

CREATE TRIGGER records_end_notes AFTER DELETE ON records REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION end_record_notes();
COMMENT ON TRIGGER records_end_notes ON records IS
  'Notes of deleted records are kept for a while. A trigger, because records also go with their domain and their delegation.';
