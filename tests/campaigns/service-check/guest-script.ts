// What is done in the guest, which systemd runs from this machine's files: a shell script that says of each point whether
// it holds. Its word says which start of the computer it is: `first`, which ends with a reboot, or `again`.
import { GUEST_PHARMACY } from './guest-pharmacy-facts.ts'

/** Where a deb package puts it; the space is part of the check. */
export const INSTALL_FOLDER = '/opt/Pharmacy Relay/resources/core'
export const REBOOTS = 'guest: reboots'
export const DONE = 'guest: done'

const { name, code, hubPort, labelPort, printerPort } = GUEST_PHARMACY
const HUB = `http://127.0.0.1:${hubPort}`
/** In form a code, and none that the hub knows. */
const WRONG_CODE = 'BCDF-GHJL'
/** As a person types it, in a file that grep could look through. */
const CODE_PATTERN = code.replace('-', '-\\?')

/** `pharmacy`: the bundled program of guest-pharmacy.ts, a file of this machine. */
export function guestScript(pharmacy: string): string {
  return `${FUNCTIONS}pharmacy='${pharmacy}'
echo "guest: systemd $(systemctl --version | head -1), $1 start"
if [ "$1" = first ]; then
# Others than root ask systemd over it.
systemctl start dbus.socket
${SERVICE}${PAIRING}echo '${REBOOTS}'
else
${AGAIN}echo '${DONE}'
fi
`
}

const FUNCTIONS = `#!/bin/sh
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
answers() { printf 'GET /v1/status HTTP/1.1\\r\\nHost: agent\\r\\nConnection: close\\r\\n\\r\\n' | timeout 5 socat -t 4 - UNIX-CONNECT:/var/lib/pharmacy-relay/agent.sock | grep -q '200 OK'; }
nobody_runs() { ! pgrep -u pharmacy-relay >/dev/null; }
open_port() { timeout 5 socat -u /dev/null "TCP:127.0.0.1:$1"; }
start_pharmacy() { rm -f $roll; touch $roll; "$core/node" "$pharmacy" $roll >$log 2>&1 &
  soon 180 'there is a hub and a printer' grep -q ready $log; }
roll=/run/roll.txt
log=/run/pharmacy.log
# text: a label with it is sent to the port of labels, and comes out of the printer as it was
label() { printf '^XA^FO50,50^A0N,40,40^FD%s^FS^XZ\\n' "$1" >/run/label.zpl
  ends 0 "a label is taken: $1" timeout 30 socat -u FILE:/run/label.zpl TCP:127.0.0.1:${labelPort}
  sum=$(sha256sum </run/label.zpl | cut -d' ' -f1)
  soon 120 "it comes out of the printer, the same by SHA-256" grep -qx "$sum" $roll; }
no_code() { ! grep -rqi '${CODE_PATTERN}' /var/lib/pharmacy-relay /etc/systemd && ! journalctl --no-pager | grep -qi '${CODE_PATTERN}'; }
runs_now() { pharmacy-relay service status | grep -q 'is installed, runs and starts with the computer'; }

`

const SERVICE = `useradd clerk
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
`

/** The hub, and with it the pharmacy, is on this computer: it has no network. */
const PAIRING = `start_pharmacy
ends 1 'install with a code that is wrong' agent service install --pair ${WRONG_CODE} --hub ${HUB}
says 'it says that it was not paired' 'but this computer was not paired'
says 'why' 'The code is wrong, used up or too old'
says 'and what to do' 'pharmacy-relay pair CODE --hub ${HUB}'
ends 0 'all the same it runs' runs_now
ends 0 'it is told of the printer' pharmacy-relay settings set Printers tcp:127.0.0.1:${printerPort}
ends 0 'install again, with a good code' agent service install --again --pair ${code} --hub ${HUB}
says 'it is paired' 'Paired with ${name}'
ends 0 'once more with the code it was paired with' agent service install --again --pair ${code} --hub ${HUB}
says 'it stays paired, and says so' 'paired with ${name} already'
soon 10 'the code is in no file and no journal' no_code
soon 120 'it opens the port of labels' open_port ${labelPort}
label 'before the reboot'
`

const AGAIN = `soon 180 'after a reboot the service is there, and nobody started it' answers
soon 20 'it runs as before' runs_now
soon 120 'it opens the port of labels, with its hub away' open_port ${labelPort}
start_pharmacy
label 'after the reboot'
soon 150 'it is at its hub again' sh -c 'pharmacy-relay status --json | grep -q online'
ends 0 'remove after a reboot, with its data' pharmacy-relay service remove --delete-data
gone 'nothing is left then' /etc/systemd/system/pharmacy-relay.service /usr/bin/pharmacy-relay /var/lib/pharmacy-relay
`
