DROP TABLE pdns.zone_form;
