#!/bin/sh
# The postgres image runs this on an empty volume; it may run again. The owner's role owns the database and alone changes
# tables; the service's role reads and changes rows (D-223). Without a password of the owner, the service's role owns the database. The
# nameserver's role sees what the migrations grant to cloud_account_nameserver.
set -eu
secrets=${SECRETS:-/run/secrets}
set -- --set=service="$(cat "$secrets/database_password")" --set=nameserver="$(cat "$secrets/nameserver_password")"
if [ -s "$secrets/owner_password" ]; then set -- "$@" --set=owner="$(cat "$secrets/owner_password")"; fi

psql --set=ON_ERROR_STOP=1 --single-transaction --quiet --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" "$@" <<'SQL'
SET LOCAL lock_timeout = '10s';
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account') AS is_new \gset
\if :is_new
CREATE ROLE cloud_account LOGIN PASSWORD :'service';
ALTER DATABASE cloud_account OWNER TO cloud_account;
CREATE ROLE cloud_account_nameserver NOLOGIN;
CREATE ROLE powerdns LOGIN PASSWORD :'nameserver' IN ROLE cloud_account_nameserver;
\endif
\if :{?owner}
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_owner') AS has_no_owner \gset
\if :has_no_owner
CREATE ROLE cloud_account_owner LOGIN PASSWORD :'owner';
ALTER DATABASE cloud_account OWNER TO cloud_account_owner;
-- Of a database that an earlier release made: the replicas that run keep what they need until the next migration grants it.
REASSIGN OWNED BY cloud_account TO cloud_account_owner;
SELECT format('GRANT USAGE ON SCHEMA %1$I TO cloud_account;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %1$I TO cloud_account;
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %1$I TO cloud_account;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %1$I TO cloud_account', nspname)
FROM pg_namespace WHERE nspname IN ('public', 'pdns') \gexec
\endif
\endif
SQL
