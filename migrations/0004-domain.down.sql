DROP TABLE records;
ALTER TABLE grants DROP CONSTRAINT grants_domain_id_fkey;
DELETE FROM grants WHERE domain_id IS NOT NULL;
DROP TABLE domains;
ALTER TABLE accounts DROP COLUMN domain_count;
