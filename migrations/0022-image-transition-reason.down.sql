COMMENT ON TRIGGER images_transition ON images IS 'The bytes of an available image must stay the same, whichever statement writes.';
