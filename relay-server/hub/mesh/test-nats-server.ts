// For tests: a real nats-server on a free port, which may be frozen, killed and started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { isListening } from '@pharmacy-relay/shared/test/is-listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { freezeProcess } from './test-freeze.ts'

const PROGRAM = '/usr/sbin/nats-server'

/** Tests that need it are skipped without it. */
export const hasNats = existsSync(PROGRAM)
/** In the names of those tests. */
export const NATS_NEEDED = 'needs nats-server: npm run tools'

export interface NatsServerProcess {
  readonly url: string
  /** SIGKILL; what was connected is cut off. */
  kill(): Promise<void>
  /** After `kill`: on the same port. */
  start(): Promise<void>
  freeze(): Promise<void>
  thaw(): void
}

/** Ends with `kill`. `options`: more of its command line. */
export async function startNatsServer(options: readonly string[] = []): Promise<NatsServerProcess> {
  const port = await freePort()
  let server: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const args = ['--addr', '127.0.0.1', '--port', String(port), ...options]
    server = spawn(PROGRAM, args, { stdio: 'ignore' })
    await until('nats-server listens', async () => isListening(port))
  }
  await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (server === null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      server = null
      await ended
    },
    freeze: async () => {
      if (server?.pid !== undefined) await freezeProcess(server.pid)
    },
    thaw: () => void server?.kill('SIGCONT'),
  }
}
