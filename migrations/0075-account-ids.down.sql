DROP PROCEDURE drop_account_id(regclass);
DROP PROCEDURE carry_account_id(regclass, name, boolean);
DROP PROCEDURE add_account_id(regclass, name, regclass, regproc);
DROP FUNCTION leaves_of(regclass);
DROP FUNCTION account_of_token();
DROP FUNCTION account_of_user();
DROP FUNCTION account_of_domain();
DROP FUNCTION account_of_instance();
DROP FUNCTION account_of_vpc();
