DROP TABLE image_store_owner, images;
DROP FUNCTION images_transition;
