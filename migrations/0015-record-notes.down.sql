DROP TABLE record_notes;
