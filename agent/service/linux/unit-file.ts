// The systemd unit: the launcher under an account of its own, with what it needs of the computer and no more.
//
// Source of every option: systemd.service(5), systemd.exec(5), systemd.resource-control(5), systemd.kill(5).
import path from 'node:path'
import { LINUX, PURPOSE } from '../names.ts'

export interface UnitFacts {
  /** Where launcher.mjs and agent.mjs lie. */
  readonly installFolder: string
  readonly node: string
  /** The group `lp`, to which USB printers belong, exists here. */
  readonly hasPrinterGroup: boolean
  /** The port that is opened for labels; below 1024 it needs a right of its own. */
  readonly port: number
}

/** The launcher gives the agent 5 s to end before it kills it. */
const STOP_LIMIT_S = 20

/** What the program never needs, the same on every computer. */
const SANDBOX = `NoNewPrivileges=true
LimitCORE=0
RestrictSUIDSGID=true
RestrictRealtime=true
RestrictNamespaces=true
LockPersonality=true
RemoveIPC=true
KeyringMode=private
ProtectProc=invisible
ProtectClock=true
ProtectHostname=true
ProtectControlGroups=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@resources
SystemCallErrorNumber=EPERM`

export function unitFile(facts: UnitFacts): string {
  const launcher = path.posix.join(facts.installFolder, 'launcher.mjs')
  return `# Made by: pharmacy-relay service install. Changes of yours belong into: systemctl edit ${LINUX.unit}
[Unit]
Description=${PURPOSE}
After=network.target cups.service
# It never gives up: a pharmacy has nobody who would start it again.
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${quoted(facts.node)} ${quoted(launcher)}
Environment=NODE_ENV=production Agent__DataFolder=${LINUX.dataFolder}
User=${LINUX.account}
Group=${LINUX.account}
${facts.hasPrinterGroup ? '# USB printers: /dev/usb/lp*\nSupplementaryGroups=lp\n' : ''}StateDirectory=pharmacy-relay
# Members of the group reach the control socket in it, and cannot list it.
StateDirectoryMode=0710
WorkingDirectory=${LINUX.dataFolder}
UMask=0077

Restart=on-failure
RestartForceExitStatus=75
RestartSec=2
# The launcher alone is told to stop: it ends the agent, between two labels where it can.
KillMode=mixed
TimeoutStopSec=${STOP_LIMIT_S}
TimeoutStartSec=60

${reach(facts)}
${SANDBOX}
# MemoryDenyWriteExecute is left out: Node compiles while it runs.

[Install]
WantedBy=multi-user.target
`
}

/** What of the computer it can reach. */
function reach(facts: UnitFacts): string {
  return `# Only its own folder can be written. A printer of the kind folder:/srv/labels needs ReadWritePaths=/srv/labels.
ProtectSystem=strict
ProtectHome=${isUnder('/home', facts) || isUnder('/root', facts) ? 'read-only' : 'true'}
PrivateTmp=${isUnder('/tmp', facts) ? 'false' : 'true'}
# Printers at 9100, 515, 631 and other ports, CUPS by its socket, names by netlink; no raw packets.
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
# Of all devices those of USB printers, char major 180.
DevicePolicy=closed
DeviceAllow=char-usb rw
${rights(facts)}`
}

function rights({ port }: UnitFacts): string {
  if (port >= 1_024) return 'CapabilityBoundingSet='
  return 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE'
}

function isUnder(folder: string, { installFolder, node }: UnitFacts): boolean {
  return [installFolder, node].some((one) => one.startsWith(`${folder}/`))
}

/** A word of a unit file: % and $ have a meaning there, and installers have spaces in their folders. */
function quoted(word: string): string {
  const escaped = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')
  return `"${escaped}"`
}
