// The units that keep what would be lost: a dump each night, and, once there is a base, the log of the database server behind it and a base each week.
import { UNITS } from './unit-folder.ts'

const INSTALLED = 'ConditionPathExists=/etc/pharmacy-relay/secrets/.complete.json'
/** relayctl base makes it: before the first one there is nothing that a log could stand behind. */
const HAS_BASE = 'ConditionPathExists=/var/lib/pharmacy-relay-server/wal'

/** Of all three services: they write where the platform's data and its backups lie. */
const SANDBOX = `NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=/var/lib/pharmacy-relay-server
ReadWritePaths=-/var/backups
ProtectHome=yes
PrivateTmp=yes`

/** By path below the root. */
export function backupUnits(): Record<string, string> {
  return {
    [`${UNITS}/pharmacy-relay-backup.service`]: once('a backup of databases, settings and secrets', [
      INSTALLED,
      'relayctl backup --keep 14',
    ]),
    [`${UNITS}/pharmacy-relay-backup.timer`]: timer('a backup each night', '*-*-* 02:30'),
    [`${UNITS}/pharmacy-relay-base.service`]: once('the whole database server, from which its log goes on', [
      HAS_BASE,
      'relayctl base',
    ]),
    [`${UNITS}/pharmacy-relay-base.timer`]: timer('a base each week', 'Sun *-*-* 03:30'),
    [`${UNITS}/pharmacy-relay-archive.service`]: archiveService(),
  }
}

export const BACKUP_WANTS = [
  'pharmacy-relay-backup.timer',
  'pharmacy-relay-base.timer',
  'pharmacy-relay-archive.service',
]

/** As root: it reads secrets, and asks PostgreSQL as the account postgres. */
function once(what: string, [condition, command]: readonly [string, string]): string {
  return `[Unit]
Description=Pharmacy relay, ${what}
${condition}

[Service]
Type=oneshot
ExecStart=/usr/bin/${command}
TimeoutStartSec=6h
Nice=10
IOSchedulingClass=idle
${SANDBOX}
`
}

function timer(what: string, when: string): string {
  return `[Unit]
Description=Pharmacy relay, ${what}
PartOf=pharmacy-relay.target

[Timer]
OnCalendar=${when}
RandomizedDelaySec=20min
Persistent=yes
`
}

/** As root without a capability: what the server writes is fetched over its own port. */
function archiveService(): string {
  return `# Fetches the log of the database server as it is written, and seals it: relayctl archive.
[Unit]
Description=Pharmacy relay, log of the database server
${HAS_BASE}
PartOf=pharmacy-relay.target

[Service]
Type=exec
ExecStart=/usr/bin/relayctl archive
Restart=always
RestartSec=5
TimeoutStopSec=60
CapabilityBoundingSet=
${SANDBOX}
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
`
}
