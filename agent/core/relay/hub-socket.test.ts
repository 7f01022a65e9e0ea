// A hub that leaves the content of its packets out: the library would throw where nobody catches.
import { connectGuarded } from '@pharmacy-relay/shared/hub/hollow-packets.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished, test } from 'vitest'
import { startTestHub } from '../../test/test-hub.ts'
import { createHubSocket } from './hub-socket.ts'

const HELLO = {
  protocolVersion: 2,
  agentVersion: '1.0.0',
  installId: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
  bootId: '0c2f9e4e-1f0a-4f43-9d5b-7c3f3f0f2b22',
}

test.each([
  ['an event without a name', '2', 'event '],
  ['an event without a name, to be answered', '27', 'event '],
  ['a refusal without words', '4', 'connect_error The hub refused the connection and did not say why'],
])('%s does not end the process', async (_what, packet, expected) => {
  const hub = await startTestHub()
  const socket = createHubSocket({
    hubUrl: hub.url,
    localAddress: null,
    onHttpAnswer: () => undefined,
    hello: HELLO,
  })
  onTestFinished(() => void socket.disconnect())
  const heard: string[] = []
  socket.onAny((event: string) => heard.push(`event ${event}`))
  socket.on('connect_error', ({ message }) => heard.push(`connect_error ${message}`))
  connectGuarded(socket)
  await until('it is connected', () => socket.connected && hub.sockets().length === 1)
  for (const { conn } of hub.sockets()) for (let times = 0; times < 3; times += 1) conn.write(packet)
  await until('it was heard', () => heard.includes(expected))
})

test.each(['', 'x', 'null', '{}', '{"sid":"a","pingInterval":1,"pingTimeout":1}'])(
  'a handshake that is none (%s) ends the connection only',
  async (handshake) => {
    const hub = await startTestHub()
    const socket = createHubSocket({
      hubUrl: hub.url,
      localAddress: null,
      hello: HELLO,
      onHttpAnswer: () => undefined,
    })
    onTestFinished(() => void socket.disconnect())
    connectGuarded(socket)
    await until('it is connected', () => socket.connected && hub.sockets().length === 1)
    for (const { conn } of hub.sockets())
      conn.transport.send([{ type: 'open', data: handshake, options: { compress: false } }])
    await until('it is not', () => !socket.connected)
  },
)
