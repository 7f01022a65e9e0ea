// A print server of a test's own, stopped after the test.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { startCupsd, type CupsdOptions } from './cupsd.ts'

export { hasCupsd } from './cupsd.ts'

export interface PrivateCupsd {
  readonly socketPath: string
  /** Makes a queue that sends what it gets to a loopback address; `host` 127.0.0.1 unless told. */
  addQueue(name: string, port: number, host?: string): Promise<void>
  /** A program of CUPS, such as lp or cupsdisable, against this server; resolves with what it printed. */
  run(program: string, ...args: string[]): Promise<string>
}

export async function privateCupsd(options?: CupsdOptions): Promise<PrivateCupsd> {
  const server = await startCupsd(null, options)
  onTestFinished(async () => server.stop())
  return {
    socketPath: server.socketPath,
    run: async (program, ...args) => {
      const env = { ...process.env, CUPS_SERVER: server.socketPath, PATH: '/usr/sbin:/usr/bin:/bin' }
      return (await promisify(execFile)(program, args, { env })).stdout
    },
    addQueue: async (name, port, host = '127.0.0.1') => server.addQueue(name, `socket://${host}:${port}`),
  }
}
