DROP VIEW pdns.changed_zones;
DROP SEQUENCE pdns.catalog_member_labels;
DROP FUNCTION pdns.grant_signer;
DROP PROCEDURE add_account_id, carry_account_id, drop_account_id;
DROP FUNCTION leaves_of;
