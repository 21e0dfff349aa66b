DROP TRIGGER change_zone ON domains;
DROP TRIGGER tell_of_serial ON domains;
DROP TRIGGER list_in_catalog ON domains;
DROP TABLE pdns.announcements, pdns.changed_catalogs, pdns.catalog_members, pdns.catalogs, pdns.tsig_keys,
  pdns.unnotified_zones, pdns.transferred_metadata, pdns.transferred_records, pdns.parents, pdns.zone_states, pdns.zone_form,
  pdns.nameservers;
DROP FUNCTION pdns.note_changed_catalogs, pdns.list_in_catalog, pdns.clear_catalogs, pdns.catalog_of, pdns.tell_of_serial,
  pdns.change_zone, pdns.bound_transferred, pdns.announce_transferred, pdns.announce, pdns.responsible_name, pdns.host,
  pdns.parents_of;
DROP SCHEMA pdns;
