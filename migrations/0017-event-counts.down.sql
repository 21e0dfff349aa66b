DROP TRIGGER events_uncounted ON events;
DROP FUNCTION uncount_events();
DROP TABLE event_count_marks, event_counts;
