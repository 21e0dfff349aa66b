ALTER TABLE tokens VALIDATE CONSTRAINT tokens_client_id_fkey;
