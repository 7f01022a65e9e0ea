#!/bin/sh
# postinst of the deb: sandbox, service, icon at sign-in. Arguments: Debian policy, 6.5.
# No braces around variables here: electron-builder would read them as its own.
set -e

PROGRAM='/opt/Pharmacy Relay'
CORE="$PROGRAM/resources/core"
AUTOSTART=/etc/xdg/autostart/pharmacy-relay.desktop

case "$1" in
  configure) ;;
  # The new package did not get in, and the service was stopped for it.
  abort-upgrade | abort-deconfigure)
    if [ -d /run/systemd/system ]; then "$CORE/node" "$CORE/agent.mjs" service start || true; fi
    exit 0
    ;;
  *) exit 0 ;;
esac

# Where the kernel gives users no namespaces of their own, as Ubuntu since 24.04, Chromium's sandbox is this program's.
if [ -e "$PROGRAM/chrome-sandbox" ]; then
  chown root:root "$PROGRAM/chrome-sandbox"
  chmod 4755 "$PROGRAM/chrome-sandbox"
fi

mkdir -p /etc/xdg/autostart
cat > "$AUTOSTART" <<'DESKTOP'
[Desktop Entry]
Type=Application
Name=Pharmacy Relay
Exec="/opt/Pharmacy Relay/pharmacy-relay"
TryExec=/opt/Pharmacy Relay/pharmacy-relay
Icon=pharmacy-relay
Terminal=false
DESKTOP

# Account, group, data folder, unit and the command pharmacy-relay. Without systemd the tray runs the agent itself.
if [ -d /run/systemd/system ]; then
  "$CORE/node" "$CORE/agent.mjs" service install --again || {
    echo 'Pharmacy Relay is installed, but its service is not. Try: sudo pharmacy-relay service install' >&2
    exit 1
  }
else
  echo 'There is no systemd here: the icon near the clock runs the agent while somebody is signed in.'
fi
