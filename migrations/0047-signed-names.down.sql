DROP TRIGGER move_signed_names ON records;
DROP TRIGGER follow_deleted_names ON records;
DROP TRIGGER follow_inserted_names ON records;
DROP FUNCTION pdns.move_signed_names, pdns.drop_signed_names, pdns.add_signed_names;
