DROP TABLE image_store_owner;
