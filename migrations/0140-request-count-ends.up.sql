-- When the window of a count ends (D-282). A release before this one gives none: its counts stay for a day.
ALTER TABLE request_counts ADD COLUMN window_end timestamptz NOT NULL DEFAULT now() + interval '1 day';
