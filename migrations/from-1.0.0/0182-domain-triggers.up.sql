-- The functions of these triggers look at what changed, as the new triggers need it and the old ones can bear.
DROP TRIGGER begin_serial ON domains;
DROP TRIGGER end_serial ON domains;
DROP TRIGGER change_serial ON domains;
CREATE TRIGGER continue_serial BEFORE INSERT OR DELETE OR UPDATE OF domain, type, master_ips ON domains
  FOR EACH ROW EXECUTE FUNCTION continue_serial();
DROP TRIGGER list_new_in_catalog ON domains;
DROP TRIGGER list_in_catalog ON domains;
CREATE TRIGGER list_in_catalog AFTER INSERT OR UPDATE OF status, domain, type, master_ips ON domains
  FOR EACH ROW EXECUTE FUNCTION pdns.list_in_catalog();
DROP TRIGGER forget_metadata ON domains;
DROP FUNCTION pdns.forget_metadata;
