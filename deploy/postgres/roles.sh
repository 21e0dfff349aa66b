#!/bin/sh
# The postgres image runs this on an empty volume, and deploy/up at every start with OWNER_PASSWORD. The owner's role owns the
# database and alone changes tables; the service's role reads and changes rows (D-223). Without OWNER_PASSWORD, the service's role owns
# the database. The nameserver's role sees what the migrations grant to cloud_account_nameserver.
set -eu
secrets=${SECRETS:-/run/secrets}
set -- --set=service="$(cat "$secrets/database_password")" --set=nameserver="$(cat "$secrets/nameserver_password")"
if [ -n "${OWNER_PASSWORD:-}" ]; then set -- "$@" --set=owner="$OWNER_PASSWORD"; fi

psql --set=ON_ERROR_STOP=1 --quiet --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" "$@" <<'SQL'
-- Requests wait behind a lock that this waits for.
SET lock_timeout = '500ms';
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account') AS is_new \gset
\if :is_new
BEGIN;
CREATE ROLE cloud_account LOGIN PASSWORD :'service';
ALTER DATABASE cloud_account OWNER TO cloud_account;
CREATE ROLE cloud_account_nameserver NOLOGIN;
CREATE ROLE powerdns LOGIN PASSWORD :'nameserver' IN ROLE cloud_account_nameserver;
COMMIT;
\endif
\if :{?owner}
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cloud_account_owner') AS has_no_owner,
  EXISTS (SELECT FROM pg_shdepend WHERE refobjid = 'cloud_account'::regrole AND deptype = 'o') AS service_owns \gset
\if :has_no_owner
CREATE ROLE cloud_account_owner LOGIN PASSWORD :'owner';
\endif
\if :service_owns
-- Of a database that has run with one role: the replicas that run keep what they need until the next migration grants it. One table
-- after another, each in a transaction, because to lock several would hold up requests, or end in a deadlock with them.
SELECT format('ALTER TABLE %1$s OWNER TO cloud_account_owner; GRANT SELECT, INSERT, UPDATE, DELETE ON %1$s TO cloud_account;
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %2$s TO cloud_account', oid::regclass, relnamespace::regnamespace)
FROM pg_class WHERE relowner = 'cloud_account'::regrole AND relkind IN ('r', 'p', 'v') \gexec
BEGIN;
REASSIGN OWNED BY cloud_account TO cloud_account_owner;
SELECT format('GRANT USAGE ON SCHEMA %1$I TO cloud_account;
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %1$I TO cloud_account;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %1$I TO cloud_account', nspname)
FROM pg_namespace WHERE nspname IN ('public', 'pdns') \gexec
COMMIT;
\endif
\endif
SQL
