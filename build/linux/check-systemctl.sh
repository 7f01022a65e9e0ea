#!/bin/sh
# Stands where systemctl does while the deb is checked in a folder with a Debian of its own: writes down what it is asked,
# and starts and stops what the unit names, under its account. Never packed.
UNIT=/etc/systemd/system/pharmacy-relay.service
DATA=/var/lib/pharmacy-relay
PID=/run/pharmacy-relay.pid

echo "$*" >> /recorded.txt

is_running() {
  [ -f "$PID" ] && kill -0 "$(cat "$PID")" 2> /dev/null
}

stop() {
  is_running || return 0
  kill "$(cat "$PID")"
  # As TimeoutStopSec= does.
  for _ in $(seq 100); do
    is_running || break
    sleep 0.2
  done
  if is_running; then
    echo killed >> /recorded.txt
    kill -9 "$(cat "$PID")"
  fi
  rm -f "$PID"
}

case "$1" in
  start)
    # What StateDirectory= does.
    mkdir -p "$DATA"
    chown pharmacy-relay:pharmacy-relay "$DATA"
    chmod 0710 "$DATA"
    command=$(sed -n 's/^ExecStart=//p' "$UNIT")
    # Whoever starts it waits until nobody holds its output any more; the process is the launcher's own.
    (
      eval "exec setpriv --reuid=pharmacy-relay --regid=pharmacy-relay --init-groups \
        env NODE_ENV=production Agent__DataFolder=$DATA $command"
    ) > /dev/null 2> /run/pharmacy-relay.log < /dev/null &
    echo $! > "$PID"
    ;;
  stop | disable) stop ;;
  is-active) is_running ;;
  is-enabled) [ -f "$UNIT" ] ;;
esac
