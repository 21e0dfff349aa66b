#!/bin/sh
# The postgres image runs this once, on an empty volume. The service's role owns its database and has no other rights. The
# nameserver's role sees what the migrations grant to cloud_account_nameserver.
set -eu
secrets=${SECRETS:-/run/secrets}

psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=service="$(cat "$secrets/database_password")" --set=nameserver="$(cat "$secrets/nameserver_password")" <<'SQL'
CREATE ROLE cloud_account LOGIN PASSWORD :'service';
ALTER DATABASE cloud_account OWNER TO cloud_account;
CREATE ROLE cloud_account_nameserver NOLOGIN;
CREATE ROLE powerdns LOGIN PASSWORD :'nameserver' IN ROLE cloud_account_nameserver;
SQL
