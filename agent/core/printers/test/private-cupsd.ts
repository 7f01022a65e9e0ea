// A print server of a test's own, stopped after the test.
import { onTestFinished } from 'vitest'
import { startCupsd } from './cupsd.ts'

export { hasCupsd } from './cupsd.ts'

export interface PrivateCupsd {
  readonly socketPath: string
  /** Makes a queue that sends what it gets to a loopback address; `host` 127.0.0.1 unless told. */
  addQueue(name: string, port: number, host?: string): Promise<void>
}

export async function privateCupsd(): Promise<PrivateCupsd> {
  const server = await startCupsd(null)
  onTestFinished(async () => server.stop())
  return {
    socketPath: server.socketPath,
    addQueue: async (name, port, host = '127.0.0.1') => server.addQueue(name, `socket://${host}:${port}`),
  }
}
