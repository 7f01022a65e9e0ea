// Debian's cupsd with all its files in a folder of its own, for tests and benchmarks.
import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '@pharmacy-relay/shared/test/until.ts'

const CUPSD = '/usr/sbin/cupsd'
const SERVER_BIN = '/usr/lib/cups'
const LPADMIN = '/usr/sbin/lpadmin'
const run = promisify(execFile)

/** It needs root, because its back ends change to the user lp. */
export const hasCupsd = existsSync(CUPSD) && existsSync(LPADMIN) && process.getuid?.() === 0

export interface Cupsd {
  readonly socketPath: string
  /**
   * Makes a queue that passes on what it gets: `socket://127.0.0.1:9100`, `ipp://127.0.0.1:631/printers/label`. `model`: of its driver;
   * raw, which has none, unless told.
   */
  addQueue(name: string, deviceUri: string, model?: string): Promise<void>
  /** It is away as after a crash; its queues are kept. */
  halt(): Promise<void>
  /** Brings it back after `halt`. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface CupsdOptions {
  /** Names and owners of jobs are for nobody. */
  readonly hidesJobs?: boolean
  /** Raw queues that it has from the start, OFFICE-1 and so on, whose printers are off. */
  readonly offices?: number
  /** Back ends beside its own, by the scheme of their addresses: shell scripts, run as root. */
  readonly backEnds?: Readonly<Record<string, string>>
}

/** `address`: HOST:PORT on which it listens beside its local socket; null for the socket alone. */
export async function startCupsd(
  address: string | null,
  { hidesJobs = false, offices = 0, backEnds = {} }: CupsdOptions = {},
): Promise<Cupsd> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cups-'))
  const socketPath = path.join(folder, 'cups.sock')
  for (const name of ['etc/ssl', 'spool/tmp', 'cache/rss', 'state/certs', 'log'])
    mkdirSync(path.join(folder, name), { recursive: true })
  await run('chown', ['-R', 'root:lp', folder])
  await run('chmod', ['-R', 'u=rwX,g=rwX,o=rX', folder])
  writeFileSync(path.join(folder, 'etc/cups-files.conf'), filesConfig(folder, withBackEnds(folder, backEnds)))
  const listen = [socketPath, ...(address === null ? [] : [address])]
  writeFileSync(path.join(folder, 'etc/cupsd.conf'), serverConfig(listen, hidesJobs))
  if (offices > 0)
    writeFileSync(path.join(folder, 'etc/printers.conf'), officesConfig(offices), { mode: 0o600 })
  const files = ['-c', path.join(folder, 'etc/cupsd.conf'), '-s', path.join(folder, 'etc/cups-files.conf')]
  let running = await launched(files, socketPath)
  const environment = { ...process.env, CUPS_SERVER: socketPath }
  return {
    socketPath,
    addQueue: async (name, deviceUri, model = 'raw') => {
      await run(LPADMIN, ['-p', name, '-E', '-v', deviceUri, '-m', model, '-D', `Zebra at ${name}`], {
        env: environment,
      })
    },
    halt: async () => running.end(),
    resume: async () => {
      running = await launched(files, socketPath)
    },
    stop: async () => {
      await running.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launched(files: readonly string[], socketPath: string): Promise<{ end(): Promise<void> }> {
  const server = spawn(CUPSD, ['-f', ...files], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  // Also when this process ends without having stopped it.
  const kill = (): void => void server.kill()
  process.on('exit', kill)
  await until('cupsd listens', async () => takesConnections(socketPath))
  return {
    end: async () => {
      process.off('exit', kill)
      kill()
      await exited
    },
  }
}

/** The file of a socket is there before anybody listens on it. */
async function takesConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath, () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Where its programs are. It runs nothing from a folder of which others may write, and a script as root that its owner alone may run. */
function withBackEnds(folder: string, backEnds: Readonly<Record<string, string>>): string {
  if (Object.keys(backEnds).length === 0) return SERVER_BIN
  const bin = path.join(folder, 'bin')
  const own = path.join(bin, 'backend')
  mkdirSync(own, { recursive: true })
  for (const name of [bin, own]) chmodSync(name, 0o755)
  for (const name of readdirSync(SERVER_BIN))
    if (name !== 'backend') symlinkSync(path.join(SERVER_BIN, name), path.join(bin, name))
  for (const [scheme, script] of Object.entries(backEnds))
    writeFileSync(path.join(own, scheme), script, { mode: 0o700 })
  return bin
}

function filesConfig(folder: string, bin: string): string {
  return `ServerRoot ${folder}/etc
RequestRoot ${folder}/spool
TempDir ${folder}/spool/tmp
CacheDir ${folder}/cache
StateDir ${folder}/state
ServerBin ${bin}
DataDir /usr/share/cups
DocumentRoot /usr/share/cups/doc-root
AccessLog ${folder}/log/access_log
ErrorLog ${folder}/log/error_log
PageLog ${folder}/log/page_log
Printcap ${folder}/printcap
User lp
Group lp
SystemGroup root
`
}

/** As cupsd itself writes it. Port 9 of loopback is nobody's. */
function officesConfig(offices: number): string {
  const one = (n: number): string => `<Printer OFFICE-${n}>
Info Office ${n}
MakeModel Local Raw Printer
DeviceURI socket://127.0.0.1:9
State Idle
Accepting Yes
Shared No
ErrorPolicy retry-job
</Printer>
`
  return Array.from({ length: offices }, (_, index) => one(index + 1)).join('')
}

function serverConfig(listen: readonly string[], hidesJobs: boolean): string {
  return `LogLevel warn
${listen.map((address) => `Listen ${address}`).join('\n')}
Browsing Off
DefaultAuthType None
WebInterface No
ErrorPolicy retry-job
JobRetryInterval 5
MaxJobs 0
MultipleOperationTimeout 60
<Location />
  Order allow,deny
  Allow localhost
</Location>
<Policy default>
  JobPrivateAccess ${hidesJobs ? '@SYSTEM' : 'all'}
  JobPrivateValues ${hidesJobs ? 'job-name job-originating-user-name' : 'none'}
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order allow,deny
    Allow localhost
  </Limit>
</Policy>
`
}
