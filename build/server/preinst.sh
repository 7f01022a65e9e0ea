#!/bin/sh
# Before the files come: an upgrade over more than one release is refused, as migrations of a release that is left out were never
# tried with programs of the one before it.
set -e
[ "$1" = upgrade ] || exit 0
[ -e /etc/pharmacy-relay/secrets/.complete.json ] || exit 0
if dpkg --compare-versions "$2" lt OLDEST; then
  echo "pharmacy-relay-server: $2 cannot be upgraded to VERSION at once. Install OLDEST or a later release first, then this one." >&2
  exit 1
fi
