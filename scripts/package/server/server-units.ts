// The units of the programs: one template, and a drop-in for each with what is its own: its secrets, and its memory.
import { programs } from '@pharmacy-relay/operations/machine/programs.ts'
import { FIRST_ADMIN } from '@pharmacy-relay/operations/machine/secret-files.ts'
import { secretsOfProgram } from '@pharmacy-relay/operations/machine/secrets.ts'

import { BACKUP_WANTS, backupUnits } from './backup-units.ts'
import { UNITS } from './unit-folder.ts'

const SECRETS = '/etc/pharmacy-relay/secrets'

/** By path below the root. */
export function unitFiles(template: string): Record<string, string> {
  const dropIns = programs.map(({ name }) => [
    `${UNITS}/pharmacy-relay@${name}.service.d/own.conf`,
    dropInOf(name),
  ])
  return {
    [`${UNITS}/pharmacy-relay@.service`]: template,
    [`${UNITS}/pharmacy-relay.target`]: target(),
    [`${UNITS}/pharmacy-relay-watch.service`]: watchService(),
    [`${UNITS}/pharmacy-relay-watch.timer`]: watchTimer(),
    ...backupUnits(),
    ...(Object.fromEntries(dropIns) as Record<string, string>),
  }
}

/** By path below the tree: what a unit starts. */
export function startScripts(): Record<string, string> {
  return Object.fromEntries(
    programs.map(({ name, file, nodeFlags }) => {
      const flags = nodeFlags.map((flag) => `${flag} `).join('')
      return [
        `bin/${name}`,
        `#!/bin/sh\ntree=$(readlink -f "$(dirname "$0")/..")\nexec "$tree/node" ${flags}"$tree/scripts/run.cjs" "$tree/${file}"\n`,
      ]
    }),
  )
}

/** systemd starts no unit whose credential is missing: an optional secret is an empty file. */
function dropInOf(name: string): string {
  const isIdentity = name === 'identity-api'
  const credentials = [...secretsOfProgram(name), ...(isIdentity ? [FIRST_ADMIN] : [])]
  return [
    '[Service]',
    ...credentials.map((secret) => `LoadCredential=${secret}:${SECRETS}/${secret}`),
    ...(isIdentity ? [`Environment=Identity__Seed=%d/${FIRST_ADMIN}`] : []),
    // Sockets of thousands of devices and of open pages.
    ...(name === 'portal' ? ['MemoryMax=2G'] : []),
    '',
  ].join('\n')
}

function target(): string {
  const wants = programs.map(({ name }) => `Wants=pharmacy-relay@${name}.service`).join('\n')
  return `# All programs of the platform on this machine.
[Unit]
Description=Pharmacy relay
${wants}
Wants=pharmacy-relay-watch.timer
${BACKUP_WANTS.map((unit) => `Wants=${unit}`).join('\n')}

[Install]
WantedBy=multi-user.target
`
}

/** As root without a capability: it reads backups and settings, and writes one folder. */
function watchService(): string {
  return `# Measures backups, certificates and disks for Prometheus: relayctl watch.
[Unit]
Description=Pharmacy relay, what relayctl measures
ConditionPathExists=/etc/pharmacy-relay/secrets/.complete.json

[Service]
Type=oneshot
ExecStart=/usr/bin/relayctl watch
TimeoutStartSec=60
CapabilityBoundingSet=
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=/var/lib/pharmacy-relay-server
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
`
}

function watchTimer(): string {
  return `[Unit]
Description=Pharmacy relay, what relayctl measures, every five minutes
PartOf=pharmacy-relay.target

[Timer]
OnActiveSec=30s
OnUnitActiveSec=5min
AccuracySec=10s
`
}
