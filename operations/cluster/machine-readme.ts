// What a person does on each machine, in order: the lines of the READMEs beside the made files.
import { programs } from '../machine/programs.ts'
import { keeperOf } from './cluster-secrets.ts'
import { machinesWith, type Inventory, type Machine, type Role } from './inventory.ts'
import { programsOf } from './machine-config.ts'

/** In which machines begin: whoever comes later needs those before. */
const ORDER = ['etcd', 'postgres', 'nats', 'haproxy'] as const

export function orderReadme(inventory: Inventory): string {
  const keeper = keeperOf(inventory)?.name ?? ''
  const others = inventory.machines.filter(({ name }) => name !== keeper)
  const lines = [
    'Made by relayctl cluster. Copy each folder to its machine (it holds secrets), and do on it what its README says, in this order:',
    ...ORDER.filter((role) => machinesWith(inventory, role).length > 0).map(
      (role, index) => `${index + 1}. ${role}: ${namesOf(machinesWith(inventory, role))}`,
    ),
    `5. our programs: ${keeper} first, which makes the databases and later the backups; then ${namesOf(others.filter((machine) => programsOf(machine).length > 0))}`,
    'The folder secrets beside this file is the only place that has all of them: keep it where the recovery sheet is.',
  ]
  return `${lines.join('\n')}\n`
}

export function machineReadme(inventory: Inventory, machine: Machine): string {
  const engines: Partial<Readonly<Record<Role, string>>> = {
    etcd: 'apt-get install etcd-server; install -m 644 etcd.env /etc/default/etcd; systemctl restart etcd (on all machines of it within a minute)',
    postgres: postgresLine(inventory),
    nats: 'apt-get install nats-server; install -o nats -m 600 nats.conf /etc/nats-server.conf; systemctl restart nats-server',
    haproxy:
      'apt-get install haproxy; install -m 644 haproxy.cfg /etc/haproxy/haproxy.cfg; haproxy -c -f /etc/haproxy/haproxy.cfg && systemctl reload-or-restart haproxy',
  }
  const lines = [
    ...ORDER.filter((role) => machine.roles.includes(role)).map((role) => engines[role] ?? ''),
    ...programLines(inventory, machine),
  ]
  return [
    `${machine.name} (${machine.address}): ${machine.roles.join(', ')}`,
    ...lines.map((line, index) => `${index + 1}. ${line}`),
    '',
  ].join('\n')
}

function postgresLine({ postgresMajor }: Inventory): string {
  return (
    `apt-get install patroni postgresql-${postgresMajor}; systemctl disable --now postgresql; install -o postgres -m 600 patroni.yml /etc/patroni/config.yml; ` +
    'systemctl enable --now patroni; patronictl -c /etc/patroni/config.yml list'
  )
}

function programLines(inventory: Inventory, machine: Machine): string[] {
  const here = programsOf(machine)
  if (here.length === 0) return []
  const elsewhere = programs.map(({ name }) => name).filter((name) => !here.includes(name))
  const mask =
    elsewhere.length === 0
      ? ''
      : `; systemctl mask ${elsewhere.map((name) => `pharmacy-relay@${name}`).join(' ')}`
  const init =
    keeperOf(inventory)?.name === machine.name
      ? [
          'relayctl init --admin MAIL (the file administrator says who makes the databases: the primary, by haproxy)',
        ]
      : []
  const archive =
    init.length === 0
      ? []
      : ['once all machines run: relayctl backup && relayctl base, from which the archive goes on']
  return [
    `apt-get install ./pharmacy-relay-server_*.deb; cp -a pharmacy-relay/. /etc/pharmacy-relay/; chown -R root: /etc/pharmacy-relay${mask}`,
    ...init,
    'relayctl start && relayctl doctor',
    ...archive,
  ]
}

function namesOf(machines: readonly Machine[]): string {
  return machines.map(({ name }) => name).join(', ')
}
