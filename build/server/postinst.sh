#!/bin/sh
# After the files are there: this version is the current one, and starts with the machine once there is an installation.
set -e
[ "$1" = configure ] || exit 0
ln -sfn VERSION /usr/lib/pharmacy-relay/current
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
systemctl enable --quiet pharmacy-relay.target
if [ -z "$2" ]; then
  echo 'Next: relayctl init, then relayctl start. relayctl --help says more.'
elif [ -d /run/systemd/system ] && [ -e /etc/pharmacy-relay/secrets/.complete.json ]; then
  # An upgrade, or the way back: whatever runs goes on with this version, one program after the other.
  relayctl restart
  systemctl try-restart pharmacy-relay-archive.service
fi
