// A print server of a test's own: Debian's cupsd with all its files in a folder that goes away.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'

const CUPSD = '/usr/sbin/cupsd'
const LPADMIN = '/usr/sbin/lpadmin'
const run = promisify(execFile)

/** It needs root, because its back ends change to the user lp. */
export const hasCupsd = existsSync(CUPSD) && existsSync(LPADMIN) && process.getuid?.() === 0

export interface PrivateCupsd {
  readonly socketPath: string
  /** Makes a queue that sends what it gets to a loopback port. */
  addQueue(name: string, port: number): Promise<void>
}

export async function privateCupsd(): Promise<PrivateCupsd> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cups-'))
  const socketPath = path.join(folder, 'cups.sock')
  for (const name of ['etc/ssl', 'spool/tmp', 'cache/rss', 'state/certs', 'log'])
    mkdirSync(path.join(folder, name), { recursive: true })
  await run('chown', ['-R', 'root:lp', folder])
  await run('chmod', ['-R', 'u=rwX,g=rwX,o=rX', folder])
  writeFileSync(path.join(folder, 'etc/cups-files.conf'), filesConfig(folder))
  writeFileSync(path.join(folder, 'etc/cupsd.conf'), serverConfig(socketPath))
  const files = ['-c', path.join(folder, 'etc/cupsd.conf'), '-s', path.join(folder, 'etc/cups-files.conf')]
  const server = spawn(CUPSD, ['-f', ...files], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  onTestFinished(async () => {
    server.kill()
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  await until('cupsd listens', () => existsSync(socketPath))
  const environment = { ...process.env, CUPS_SERVER: socketPath }
  return {
    socketPath,
    addQueue: async (name, port) => {
      const device = `socket://127.0.0.1:${port}`
      await run(LPADMIN, ['-p', name, '-E', '-v', device, '-m', 'raw', '-D', `Zebra at ${name}`], {
        env: environment,
      })
    },
  }
}

function filesConfig(folder: string): string {
  return `ServerRoot ${folder}/etc
RequestRoot ${folder}/spool
TempDir ${folder}/spool/tmp
CacheDir ${folder}/cache
StateDir ${folder}/state
ServerBin /usr/lib/cups
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

function serverConfig(socketPath: string): string {
  return `LogLevel warn
Listen ${socketPath}
Browsing Off
DefaultAuthType None
WebInterface No
ErrorPolicy retry-job
JobRetryInterval 5
<Location />
  Order allow,deny
  Allow localhost
</Location>
<Policy default>
  JobPrivateAccess all
  JobPrivateValues none
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order allow,deny
    Allow localhost
  </Limit>
</Policy>
`
}
