ALTER TABLE grants DROP CONSTRAINT grants_image_id_fkey;
DROP TABLE images;
DROP FUNCTION images_transition;
ALTER TABLE accounts DROP COLUMN private_image_count;
