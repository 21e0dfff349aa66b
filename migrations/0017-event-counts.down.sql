DROP INDEX events_imagized_idx, events_granted_idx, events_user_id_idx;
DROP TRIGGER events_uncounted ON events;
DROP FUNCTION uncount_events();
DROP TABLE event_count_marks, event_counts;
