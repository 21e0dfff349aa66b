DROP FUNCTION record_fits(bigint, bigint, text, text, text);
