#!/bin/sh
# The postgres image runs this once, on an empty volume. The service's role owns its database and has no other rights. The
# nameserver's role sees what the migrations grant to cloud_account_nameserver.
set -eu

psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=service="$DATABASE_PASSWORD" --set=nameserver="$NAMESERVER_PASSWORD" <<'SQL'
CREATE ROLE cloud_account LOGIN PASSWORD :'service';
ALTER DATABASE cloud_account OWNER TO cloud_account;
CREATE ROLE cloud_account_nameserver NOLOGIN;
CREATE ROLE powerdns LOGIN PASSWORD :'nameserver' IN ROLE cloud_account_nameserver;
SQL
