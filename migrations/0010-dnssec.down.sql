DROP TRIGGER follow_inserted ON records;
DROP TRIGGER follow_changed ON records;
DROP TRIGGER follow_deleted ON records;
DROP TABLE pdns.kept_changes, pdns.kept_sets, pdns.kept_zones, pdns.signed_names, pdns.zone_keys, pdns.signed_zones;
DROP FUNCTION pdns.follow_deleted, pdns.follow_changed, pdns.follow_inserted, pdns.place_names, pdns.fill_signed_names,
  pdns.note_signed, pdns.order_after, pdns.order_before, pdns.order_last, pdns.order_first, pdns.nsec3_hash;
