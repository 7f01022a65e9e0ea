#!/bin/sh
# The database server in a container, made at its first start. Whoever makes the databases reads the administrator's URL in /administrator,
# which no program's container has.
set -e
umask 077
bin=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/relay-postgres/data
if [ ! -s "$data/PG_VERSION" ]; then
  rm -rf "$data.new"
  head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n' > /administrator/password
  "$bin/initdb" -D "$data.new" -U postgres -k -E UTF8 --locale=C.UTF-8 --auth-local=reject --auth-host=scram-sha-256 --pwfile=/administrator/password > /dev/null
  # initdb lets loopback alone in; other containers reach it over the network of the compose file, where nobody else is.
  echo 'host all all all scram-sha-256' >> "$data.new/pg_hba.conf"
  echo 'host replication all all scram-sha-256' >> "$data.new/pg_hba.conf"
  printf 'postgresql://postgres:%s@postgres:5432/postgres' "$(cat /administrator/password)" > /administrator/url
  rm /administrator/password
  # Whole or not at all.
  mv "$data.new" "$data"
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=
