// What the hub keeps of a connection once its device has registered: every byte of it counts ten thousand times.
import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { socketAddress, startTestHub } from './test/test-hub.ts'

setFlagsFromString('--expose-gc')

function collect(): void {
  void runInNewContext('gc()')
}

test('the request that opened the connection of a registered device is let go', async () => {
  const requests: WeakRef<IncomingMessage>[] = []
  const clientAddress = (request: IncomingMessage): string => {
    requests.push(new WeakRef(request))
    return socketAddress(request)
  }
  const hub = await startTestHub({ clientAddress })
  const device = await hub.register()
  expect(requests.length).toBeGreaterThan(0)
  await until('the requests are gone', () => {
    collect()
    return requests.every((request) => request.deref() === undefined)
  })
  expect(device.socket.connected).toBe(true)
})
