#!/bin/sh
# relayctl in a container: its installation is the folder /installation, and it starts no programs.
set -e
umask 077
state=/installation/var/lib/pharmacy-relay-server
tool=/usr/lib/pharmacy-relay/current/bin/relayctl

# At its first start the database server is made, which takes some seconds; not every engine waits for its health.
with_database() {
  for _ in $(seq 120); do
    if [ -s /administrator/url ] && pg_isready --quiet --timeout=1 --dbname="$(sed 's/:[^:@]*@/@/' /administrator/url)"; then break; fi
    sleep 0.5
  done
  "$tool" "$@" --root /installation --postgres-file /administrator/url
}

case "$1" in
  start | restart | stop | status | doctor | watch)
    echo "relayctl $1 keeps programs of a machine of its own; in containers: docker compose up --detach, restart, stop, ps" >&2
    exit 4
    ;;
  init | restore)
    with_database "$@"
    # Before a container is made that has them as volumes: made by the engine they would be root's.
    for name in PROGRAMS; do mkdir -p "$state/$name"; done
    mkdir -p "$state/pharmacy-api/erasures"
    ;;
  admin-is-there)
    # The first admin's password need not lie there once the identity API has him. In place: a program may hold the file.
    printf '[]\n' > /installation/etc/pharmacy-relay/secrets/first-admin.json
    ;;
  '' | --*) exec "$tool" "$@" ;;
  *) with_database "$@" ;;
esac
