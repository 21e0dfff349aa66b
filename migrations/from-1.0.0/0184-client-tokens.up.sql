-- The trigger oauth_clients_delete_tokens deletes them first, until a later release drops it.
ALTER TABLE tokens DROP CONSTRAINT tokens_client_id_fkey,
  ADD CONSTRAINT tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients ON DELETE CASCADE NOT VALID;
