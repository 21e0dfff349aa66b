-- When no limit counts an attempt any more (D-282). A release before this one gives none: an hour is its longest window.
ALTER TABLE attempts ADD COLUMN ends timestamptz NOT NULL DEFAULT now() + interval '1 hour';
