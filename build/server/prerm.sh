#!/bin/sh
# Before the files go: nothing may run from them. An upgrade lets everything run on.
set -e
# What Node compiled for relayctl is no file of the package, and would keep its folder.
rm -rf /usr/lib/pharmacy-relay/VERSION/node_modules/.cache
[ "$1" = remove ] || exit 0
if [ -d /run/systemd/system ]; then
  systemctl stop pharmacy-relay.target 'pharmacy-relay@*.service' || true
fi
systemctl disable --quiet pharmacy-relay.target || true
