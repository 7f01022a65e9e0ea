// PostgreSQL as Debian installs it, a server of its own in a folder: with the tools of backups, which the embedded one lacks.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isAnswering } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'

/** PostgreSQL refuses root. */
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups']
const INSTALLED = '/usr/lib/postgresql'
/** A password is asked for over TCP, as on a server that others reach. */
const PASSWORD = 'administrator of a try-out'

export interface DebianPostgres {
  /** Of the administrator. */
  readonly url: string
  readonly major: number
  stop(): Promise<void>
  /** All its processes at once, as with the machine. */
  crash(): Promise<void>
}

/** The newest server that is installed and may be started from this account, which is root's; null: none. */
export function debianMajor(): number | null {
  if (process.getuid?.() !== 0 || !existsSync(INSTALLED)) return null
  const majors = readdirSync(INSTALLED)
    .map(Number)
    .filter((major) => existsSync(tool(major, 'initdb')) && existsSync(tool(major, 'pg_dump')))
  return majors.length === 0 ? null : Math.max(...majors)
}

/** A cluster that is made anew, reached over TCP on loopback alone. */
export async function startDebianPostgres(major: number): Promise<DebianPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'debian-postgres-'))
  chmodSync(folder, 0o711)
  const data = path.join(folder, 'data')
  mkdirSync(data)
  execFileSync('chown', ['postgres', data])
  const script = `f=$(mktemp) && printf '%s' '${PASSWORD}' > $f && ${tool(major, 'initdb')} -D ${data} -U postgres --auth=scram-sha-256 --pwfile=$f --locale=C.UTF-8 -E UTF8; r=$?; rm -f $f; exit $r`
  execFileSync('setpriv', [...AS_POSTGRES, 'sh', '-c', script], { cwd: '/', stdio: 'pipe' })
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  // One process, so that a signal meets the server itself, which ends with this one.
  const as = [...AS_POSTGRES, '--pdeathsig=KILL']
  const server = spawn('setpriv', [...as, tool(major, 'postgres'), ...args], { cwd: '/', stdio: 'ignore' })
  const url = `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  await until('PostgreSQL answers', async () => isAnswering(url))
  const crash = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }
  return { url, major, stop: async () => stop(server, folder), crash }
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

function tool(major: number, name: string): string {
  return path.join(INSTALLED, String(major), 'bin', name)
}
