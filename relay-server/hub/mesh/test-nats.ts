// For tests: a real nats-server that ends with the test.
import { onTestFinished } from 'vitest'
import { startNatsServer, type NatsServerProcess } from './test-nats-server.ts'

export { hasNats, NATS_NEEDED } from './test-nats-server.ts'

export async function startNats(): Promise<NatsServerProcess> {
  const server = await startNatsServer()
  onTestFinished(async () => server.kill())
  return server
}
