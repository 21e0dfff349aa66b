-- Counted anew after a crash: losing a count costs nothing, writing it ahead would cost every request.
CREATE UNLOGGED TABLE request_counts (
  subject bytea PRIMARY KEY,
  window_start timestamptz(0) NOT NULL,
  requests integer NOT NULL
);
CREATE INDEX request_counts_window_start_idx ON request_counts (window_start);
