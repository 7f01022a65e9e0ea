// One run of the PostgreSQL server under a small shell that stops it when this process is gone, even by kill -9.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PostgresAccount } from './postgres-account.ts'
import { postgresEnvironment } from './postgres-folder.ts'
import type { ClusterPaths } from './postgres-folder.ts'

const LAST_OUTPUT_MAX = 2_000
const FAST_STOP_MS = 10_000
const KILL_STOP_MS = 3_000

// Standard input stays open as long as this process lives. At its end, SIGINT asks for a fast, clean shutdown: again
// and again, because a server in its first moments does not hear it yet. After 30 s SIGQUIT ends it at once.
const WATCHING_SHELL = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  read -r _ <&3
  tries=0
  while kill -INT $server; do
    tries=$((tries + 1))
    [ $tries -gt 150 ] && kill -QUIT $server && break
    sleep 0.2
  done
) 2>/dev/null &
watcher=$!
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code`

export interface PostgresRun {
  /** Settles when the server is gone. */
  readonly exited: Promise<void>
  isRunning(): boolean
  /** The end of what the server wrote about itself, at most 2,000 characters. */
  lastOutput(): string
  /** Stops it: cleanly within 10 s, by force within 3 s more. */
  stop(): Promise<void>
}

export interface RunNeeds {
  readonly postgres: string
  readonly account: PostgresAccount
  readonly paths: ClusterPaths
  readonly durable: boolean
  readonly logger: Logger
}

/** Starts the server; it accepts connections a moment later. */
export function runPostgres(needs: RunNeeds): PostgresRun {
  const command = [...needs.account.wrapper, '/bin/sh', '-c', WATCHING_SHELL, 'sh', needs.postgres]
  const [program = '', ...args] = [...command, ...serverArguments(needs.paths, needs.durable)]
  const child = spawn(program, args, {
    ...needs.account.user,
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    // A group of its own: Ctrl-C reaches this process first, which then stops the server in order.
    detached: true,
  })
  return watch(child, needs.logger)
}

function watch(child: ChildProcess, logger: Logger): PostgresRun {
  let running = true
  let output = ''
  const exited = new Promise<void>((resolve) => {
    const gone = (): void => {
      running = false
      // The shell may have been killed alone; the end of its input still reaches the watcher, which stops the server.
      child.stdin?.destroy()
      resolve()
    }
    child.once('exit', gone)
    child.once('error', (error) => {
      output = `${output}${error.message}`
      gone()
    })
  })
  child.stdin?.on('error', () => {})
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-LAST_OUTPUT_MAX)
    logger.debug('postgres', { text: text.trim().slice(0, LAST_OUTPUT_MAX) })
  })
  return {
    exited,
    isRunning: () => running,
    lastOutput: () => output,
    stop: () => stop(child, () => running),
  }
}

async function stop(child: ChildProcess, isRunning: () => boolean): Promise<void> {
  child.stdin?.end()
  if (isRunning()) await once(child, 'exit', { signal: AbortSignal.timeout(FAST_STOP_MS) }).catch(() => {})
  if (!isRunning() || child.pid === undefined) return
  // The whole group: the shell, its watcher and the server. Backends end by themselves when the server is gone.
  process.kill(-child.pid, 'SIGKILL')
  await once(child, 'exit', { signal: AbortSignal.timeout(KILL_STOP_MS) }).catch(() => {})
}

function serverArguments(paths: ClusterPaths, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    // Of those of tests many programs use one at a time.
    max_connections: durable ? '100' : '400',
    shared_buffers: '64MB',
    jit: 'off',
    // Of disks without arms. With 4 a search for a word that an eighth of 100,000 products have reads all of them.
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors go to the client that caused them. Here they would put values of rows into the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', paths.data, '-k', paths.socket, ...pairs]
}
