DROP VIEW pdns.chain_to_sign, pdns.sets_to_sign, pdns.zones_to_sign, pdns.slaves, pdns.cryptokeys, pdns.tsigkeys,
  pdns.domainmetadata, pdns.domains, pdns.records, pdns.rendered, pdns.servable, pdns.soa, pdns.catalog_zone;
DROP FUNCTION pdns.grant_access, skip_serials, pdns.delete_metadata, pdns.insert_metadata, pdns.remember_state,
  pdns.delete_transferred, pdns.insert_transferred, pdns.is_delegated, pdns.lacks_address;
