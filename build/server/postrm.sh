#!/bin/sh
# What is kept: databases, secrets, settings, backups. Without the secrets nothing of the databases and backups can be read, and
# prescriptions have to be kept by law: a person removes them, who knows.
set -e
case "$1" in
  remove) rm -f /usr/lib/pharmacy-relay/current; rmdir --ignore-fail-on-non-empty /usr/lib/pharmacy-relay 2>/dev/null || true ;;
  purge)
    for place in /etc/pharmacy-relay /var/lib/pharmacy-relay-server /var/backups/pharmacy-relay-server; do
      [ ! -e "$place" ] || echo "Kept: $place"
    done
    echo 'Kept: the databases. Secrets and databases belong together: remove all of them, or none.'
    ;;
esac
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
