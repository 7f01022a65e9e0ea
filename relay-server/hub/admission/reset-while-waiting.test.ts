// A socket that is reset while it waits for its place: nobody listens to it yet, and the hub goes on.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { startTestHub } from '../test/test-hub.ts'

const COMERS = 20

test('who resets the connection while waiting for a place takes nobody along', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown): void => void uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
  const hub = await startTestHub({ settings: { maxUnprovenPerAddress: 1 } })
  const first = await hub.connect()
  const { hostname, port } = new URL(hub.url)
  for (let comer = 0; comer < COMERS; comer += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const upgraded = once(hub.server, 'upgrade')
    socket.write(UPGRADE)
    await upgraded
    socket.resetAndDestroy()
  }
  first.socket.disconnect()
  await hub.connect()
  expect(uncaught).toEqual([])
})

const UPGRADE = [
  `GET ${HUB_PATH}/?EIO=4&transport=websocket HTTP/1.1`,
  'Host: hub',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '',
  '',
].join('\r\n')
