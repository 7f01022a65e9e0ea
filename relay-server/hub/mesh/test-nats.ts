// For tests: a real nats-server that ends with the test.
import { onTestFinished, vi } from 'vitest'
import { startNatsServer, type NatsServerProcess } from './test-nats-server.ts'

export { hasNats, NATS_NEEDED } from './test-nats-server.ts'

/** `options`: more of its command line. */
export async function startNats(options: readonly string[] = []): Promise<NatsServerProcess> {
  const server = await startNatsServer(options)
  onTestFinished(async () => server.kill())
  return server
}

/** Until `holds` throws no more; hubs come back to NATS within some seconds. */
export async function soon<T>(holds: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(holds, { timeout: 60_000 })
}
