#!/bin/sh
# prerm of the deb. The service goes while its program is still there; its data stays until the package is purged.
set -e

CORE='/opt/Pharmacy Relay/resources/core'

case "$1" in
  # The new package installs its own in its place.
  upgrade | deconfigure | failed-upgrade)
    "$CORE/node" "$CORE/agent.mjs" service stop || true
    ;;
  remove)
    "$CORE/node" "$CORE/agent.mjs" service remove --keep-data || {
      # A damaged program must not keep the package from being removed.
      systemctl disable --quiet --now pharmacy-relay.service || true
      rm -f /etc/systemd/system/pharmacy-relay.service
      systemctl daemon-reload || true
      rm -f /usr/bin/pharmacy-relay
    }
    ;;
esac
