#!/bin/sh
# postrm of the deb: `remove` leaves settings, keys and labels, `purge` leaves nothing. The program is gone by now.
set -e

case "$1" in
  remove)
    rm -f /etc/xdg/autostart/pharmacy-relay.desktop
    ;;
  purge)
    rm -f /etc/xdg/autostart/pharmacy-relay.desktop
    rm -rf /etc/systemd/system/pharmacy-relay.service.d
    rmdir /etc/xdg/autostart /etc/xdg 2> /dev/null || true
    # Labels and keys: what lies on the disk is sealed with a key of this folder.
    rm -rf /var/lib/pharmacy-relay
    if getent passwd pharmacy-relay > /dev/null; then userdel pharmacy-relay || true; fi
    if getent group pharmacy-relay > /dev/null; then groupdel pharmacy-relay || true; fi
    ;;
esac
