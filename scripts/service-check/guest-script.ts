// What is done in the guest, which systemd runs from this machine's files: a shell script that says of each point whether
// it holds.

/** Where a deb package puts it; the space is part of the check. */
export const INSTALL_FOLDER = '/opt/Pharmacy Relay/resources/core'
export const DONE = 'guest: done'

export function guestScript(): string {
  return `#!/bin/sh
# Prints "ok NAME" or "FAILED NAME", and what was printed.
core='${INSTALL_FOLDER}'
agent() { "$core/node" "$core/agent.mjs" "$@"; }
out=/run/out.txt
# code name command…: the command ends with that code
ends() { code=$1; name=$2; shift 2; "$@" >$out 2>&1 </dev/null; got=$?
  if [ $got = $code ]; then echo "ok $name"; else echo "FAILED $name: ended with $got"; cat $out; fi; }
# name text: what was printed last has the text
says() { if grep -q "$2" $out; then echo "ok $1"; else echo "FAILED $1: it said"; cat $out; fi; }
# seconds name command…: the command succeeds within so many seconds
soon() { left=$1; name=$2; shift 2
  while ! "$@" >$out 2>&1; do left=$((left - 1)); if [ $left -le 0 ]; then echo "FAILED $name"; cat $out; return; fi; sleep 1; done
  echo "ok $name"; }
# name pattern file…
gone() { name=$1; shift; for file in "$@"; do if [ -e "$file" ]; then echo "FAILED $name: $file is there"; return; fi; done; echo "ok $name"; }
answers() { echo '{"v":1,"id":1,"method":"status","params":null}' | timeout 5 socat -t 4 - UNIX-CONNECT:/var/lib/pharmacy-relay/agent.sock | grep -q '"ok":true'; }
nobody_runs() { ! pgrep -u pharmacy-relay >/dev/null; }

echo "guest: systemd $(systemctl --version | head -1)"
# Others than root ask systemd over it.
systemctl start dbus.socket
useradd clerk
ends 1 'no root: refused' runuser -u clerk -- "$core/node" "$core/agent.mjs" service install
says 'no root: in words' 'put sudo before'
socat TCP-LISTEN:9100,fork /dev/null & other=$!
SUDO_USER=clerk; export SUDO_USER
ends 0 'install' agent service install
says 'install: another program has the port, in words' 'Another program on this computer has port 9100'
kill $other
ends 0 'it starts with the computer' systemctl is-enabled pharmacy-relay
ends 0 'a member of the group asks it by its command' runuser -u clerk -- pharmacy-relay status
ends 1 'somebody else may not' runuser -u nobody -- socat -u UNIX-CONNECT:/var/lib/pharmacy-relay/agent.sock -
ends 0 'anybody sees that it is installed' runuser -u nobody -- pharmacy-relay service status
says 'and that it runs' 'is installed, runs and starts with the computer'
ends 0 "its processes are the account's" sh -c 'test "$(pgrep -u pharmacy-relay | wc -l)" -ge 2'
kill -9 $(systemctl show --value --property MainPID pharmacy-relay)
sleep 1
soon 60 'killed, it is started again' answers
kill -9 $(pgrep -u pharmacy-relay -f agent.mjs)
sleep 1
soon 60 'its agent killed, it is started again' answers
ends 0 'stop' pharmacy-relay service stop
soon 10 'nothing runs then' nobody_runs
ends 0 'start' pharmacy-relay service start
ends 0 'a person may stop it' runuser -u clerk -- pharmacy-relay stop
soon 20 'and it stays stopped' nobody_runs
ends 0 'remove, with its data kept' pharmacy-relay service remove --keep-data
ends 0 'its data is there' test -s /var/lib/pharmacy-relay/agent.db
echo junk >/var/lib/pharmacy-relay/agent.db
ends 1 'it does not come up' agent service install
says 'with its last log lines' 'It logged last'
ends 0 'remove, with its data' pharmacy-relay service remove
gone 'nothing is left' /etc/systemd/system/pharmacy-relay.service /etc/systemd/system/multi-user.target.wants/pharmacy-relay.service /usr/bin/pharmacy-relay /var/lib/pharmacy-relay
ends 1 'no account is left' grep pharmacy-relay: /etc/passwd /etc/group /etc/shadow
soon 10 'nothing runs' sh -c '! pgrep -f [l]auncher.mjs'
echo '${DONE}'
`
}
