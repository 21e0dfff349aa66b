DROP TRIGGER records_end_notes ON records;
DROP FUNCTION end_record_notes();
