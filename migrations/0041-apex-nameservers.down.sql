CREATE OR REPLACE VIEW pdns.servable AS
  SELECT * FROM records r
  WHERE r.rdata IS NOT NULL AND (r.type NOT IN ('TXT', 'CAA') OR octet_length(r.target) <= 64900);
DROP FUNCTION pdns.lacks_address(bigint, text);
