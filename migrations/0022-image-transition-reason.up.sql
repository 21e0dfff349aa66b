COMMENT ON TRIGGER images_transition ON images IS
  'Must stay in the database: no statement, an operator''s included, may change the bytes of an available image, and a CHECK can''t compare a row with what it was.';
