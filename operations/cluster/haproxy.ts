// haproxy.cfg: people and agents come in by it, our programs find each other and the database's primary by it.
//
// What each line is for was tried with haproxy 2.6; whole numbers of seconds stand beside what they have to outlast.
import { problemBody, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { portOf } from '../machine/config-file.ts'
import { OPS_ABOVE } from '../machine/programs.ts'
import {
  machinesWith,
  ownNetworks,
  PROGRAM_OF,
  type InsideName,
  type Inventory,
  type Machine,
  type Role,
} from './inventory.ts'
import { publicSites, type PublicSite } from './public-sites.ts'

/** With the rounds below: a machine that answers nobody is left after 2 s. */
const CHECKED = 'check inter 1s fastinter 500ms fall 2 rise 1'

/** Of one machine that runs it. Two of them differ by their own address alone. */
export function haproxyConfig(inventory: Inventory, machine: Machine): string {
  const sections = [
    globalSection(inventory),
    DEFAULTS,
    ...publicFrontends(inventory, machine),
    hubs(inventory),
    panel(inventory),
    publicBackend(inventory, 'shop', ['balance leastconn', READY]),
    // The limiter counts in each process: an address stays at one gateway.
    publicBackend(inventory, 'gateway', ['balance source', 'hash-type consistent', READY, PROBLEM]),
    insideApi(inventory, machine, 'identity'),
    insideApi(inventory, machine, 'store'),
    insideApi(inventory, machine, 'pharmacy'),
    insideApi(inventory, machine, 'gateway'),
    database(inventory, machine),
  ]
  return `# Made by relayctl cluster.\n\n${sections.map((lines) => sectionText(lines)).join('\n')}`
}

/** Its first line, and the rest moved in. */
function sectionText([head = '', ...lines]: readonly string[]): string {
  return `${[head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`
}

function globalSection({ folders, connections }: Inventory): string[] {
  return [
    'global',
    'log stdout format raw local0 notice',
    'user haproxy',
    'group haproxy',
    'chroot /var/lib/haproxy',
    `maxconn ${connections}`,
    '# Of a reload: a worker with open hubs would stay for days otherwise, one more with each reload.',
    'hard-stop-after 10m',
    `stats socket ${folders.haproxy}/admin.sock mode 600 level admin`,
    'ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets',
  ]
}

const DEFAULTS = [
  'defaults',
  'mode http',
  'log global',
  'option redispatch',
  'timeout connect 5s',
  'timeout check 2s',
  'timeout http-request 10s',
  'timeout client 75s',
  'timeout server 75s',
  '# A device speaks each 15 s, an open page each 30 s.',
  'timeout tunnel 75s',
]
/** Without its port. */
const HOST = 'req.hdr(host),field(1,:)'
const READY = 'option httpchk GET /readyz'
/** What our programs answer themselves while they cannot work, so that whoever asks tries again. */
const PROBLEM = `http-error status 503 content-type application/problem+json string '${JSON.stringify(
  problemBody(new ProblemError('unavailable', 'Nobody can answer this right now'), 'haproxy'),
)}' hdr Retry-After 2`

/** One for each port that people and agents reach. */
function publicFrontends(inventory: Inventory, machine: Machine): string[][] {
  const byPort = Map.groupBy(publicSites(inventory), ({ port }) => port)
  const made = [...byPort].map(([port, sites]) => {
    const isEncrypted = sites.some((site) => site.isEncrypted)
    const tls = isEncrypted ? ` ssl crt ${inventory.certificate ?? ''} alpn http/1.1` : ''
    return [
      `frontend public-${port}`,
      ...binds(inventory, machine, port).map((bind) => `${bind}${tls}`),
      '# Whoever comes from outside speaks for himself alone.',
      'http-request del-header X-Forwarded-For',
      'option forwardfor',
      `http-request deny deny_status 404 unless { ${HOST} -i ${sites.map(({ host }) => host).join(' ')} }`,
      ...sites.flatMap(routesOf),
    ]
  })
  const isSecure = byPort.get(443)?.some((site) => site.isEncrypted) === true
  return isSecure && !byPort.has(80) ? [...made, toHttps(inventory, machine)] : made
}

function toHttps(inventory: Inventory, machine: Machine): string[] {
  const PLAIN = 80
  return [
    'frontend to-https',
    ...binds(inventory, machine, PLAIN),
    'http-request redirect scheme https code 301',
  ]
}

function routesOf({ name, host }: PublicSite): string[] {
  const isAsked = `{ ${HOST} -i ${host} }`
  const leads = `use_backend ${name} if ${isAsked}`
  return name === 'panel' ? [`use_backend hubs if ${isAsked} { path_beg /hubs }`, leads] : [leads]
}

/** The address that moves between several is bound also while another one has it. */
function binds({ front }: Inventory, { address }: Machine, port: number): string[] {
  return [`bind ${address}:${port}`, ...(front === address ? [] : [`bind ${front}:${port} transparent`])]
}

/** A portal that stops is 503 at /readyz at once, and goes on with the devices that it has until it has sent them away. */
function hubs(inventory: Inventory): string[] {
  return [
    'backend hubs',
    'balance leastconn',
    READY,
    'default-server check inter 1s fall 1 rise 1',
    ...servers(inventory, 'portal'),
  ]
}

/** A form that is good once is known to the portal that made it. Its pages go on until its last device has left. */
function panel(inventory: Inventory): string[] {
  const port = portOf(inventory.settings, 'portal')
  return [
    'backend panel',
    `cookie portal insert indirect nocache httponly${inventory.certificate === null ? '' : ' secure'}`,
    'option httpchk GET /sign-in',
    `default-server ${CHECKED} on-marked-down shutdown-sessions`,
    ...machinesWith(inventory, 'portal').map(
      ({ name, address }) => `server ${name} ${address}:${port} cookie ${name}`,
    ),
  ]
}

function publicBackend(inventory: Inventory, name: 'shop' | 'gateway', lines: readonly string[]): string[] {
  const role = name === 'shop' ? 'storefront' : name
  return [`backend ${name}`, ...lines, `default-server ${CHECKED}`, ...servers(inventory, role)]
}

/** For our own machines: to what stands behind it whoever comes through is one of them. */
function insideApi(inventory: Inventory, machine: Machine, name: Exclude<InsideName, 'database'>): string[] {
  return [
    `listen inside-${name}`,
    ...binds(inventory, machine, inventory.ports.inside[name]),
    ourMachinesAlone(inventory),
    ...(name === 'gateway' ? ['balance source', 'hash-type consistent'] : ['balance leastconn']),
    READY,
    PROBLEM,
    `default-server ${CHECKED}`,
    ...servers(inventory, name),
  ]
}

/** Sessions of who is no primary any more end, so that no pool waits for it or writes there. */
function database(inventory: Inventory, machine: Machine): string[] {
  const { ports } = inventory
  return [
    'listen database',
    'mode tcp',
    ...binds(inventory, machine, ports.inside.database),
    ourMachinesAlone(inventory),
    'option httpchk GET /primary',
    'http-check expect status 200',
    'option clitcpka',
    'option srvtcpka',
    '# Who listens for changes asks each 15 s; a pool keeps no connection for longer than 30 s at rest.',
    'timeout client 1h',
    'timeout server 1h',
    `default-server ${CHECKED} on-marked-down shutdown-sessions`,
    ...machinesWith(inventory, 'postgres').map(
      ({ name, address }) => `server ${name} ${address}:${ports.postgres} port ${ports.patroni}`,
    ),
  ]
}

function ourMachinesAlone(inventory: Inventory): string {
  return `tcp-request connection reject unless { src 127.0.0.0/8 ${ownNetworks(inventory).join(' ')} }`
}

function servers(inventory: Inventory, role: Role): string[] {
  const port = portOf(inventory.settings, PROGRAM_OF[role] ?? '')
  return machinesWith(inventory, role).map(
    ({ name, address }) => `server ${name} ${address}:${port} port ${port + OPS_ABOVE}`,
  )
}
