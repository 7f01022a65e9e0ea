// Real sockets on loopback addresses: which of several addresses becomes the link, and what is said when none does.
import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { firstConnection, LOOK_UP_AFTER_MS, PATIENCE_MS } from './first-connection.ts'
import { LinkError, type ProvenStream } from '../link-parts.ts'

const servers: net.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** One port on several addresses; what the first byte says is who answers: `p` is the right computer. */
async function listening(answers: Readonly<Record<string, string>>): Promise<number> {
  let port = 0
  for (const [address, answer] of Object.entries(answers)) {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined)
      if (answer !== '') socket.write(answer)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(port, address, resolve))
    port = (server.address() as net.AddressInfo).port
  }
  return port
}

async function secure(socket: net.Socket): Promise<ProvenStream> {
  const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
  if (first.toString() !== 'p') throw new LinkError('not_pinned', 'another computer answers')
  const peer = { deviceKey: 'k', computerName: 'DISPENSARY', fingerprints: ['f'] }
  return { stream: socket, peer, fingerprint: 'f', carrier: 'lan' }
}

function parts(addresses: readonly string[], port: number) {
  return { addresses, port, secure, clock: systemClock, signal: new AbortController().signal }
}

describe('several addresses', () => {
  test('the one that proves who it is wins, wherever it stands in the list', async () => {
    const port = await listening({ '127.0.9.1': 'x', '127.0.9.2': 'p' })
    const { address, proven } = await firstConnection(parts(['127.0.9.3', '127.0.9.1', '127.0.9.2'], port))
    expect(address).toBe('127.0.9.2')
    proven.stream.destroy()
  })

  test('one that never proves anything holds the next up for a second at most', async () => {
    const port = await listening({ '127.0.9.1': '', '127.0.9.2': 'p' })
    const clock = new SteppedClock()
    const racing = firstConnection({ ...parts(['127.0.9.1', '127.0.9.2'], port), clock })
    // Of both connections, of the look-up and of the handshake.
    await until('a handshake begins', () => clock.pending() > 2)
    clock.stepMs(PATIENCE_MS)
    const { address, proven } = await racing
    expect(address).toBe('127.0.9.2')
    proven.stream.destroy()
  })

  test('somebody else answers: that is said, not that nobody does', async () => {
    const port = await listening({ '127.0.9.1': 'x' })
    const failed = firstConnection(parts(['127.0.9.3', '127.0.9.1'], port))
    await expect(failed).rejects.toMatchObject({ code: 'not_pinned' })
  })
})

describe('the local network', () => {
  test('is asked while an address of before hangs, and what it says joins the race', async () => {
    const port = await listening({ '127.0.9.1': '', '127.0.9.2': 'p' })
    const lookUp = async (): Promise<string[]> => ['127.0.9.1', '127.0.9.2']
    const clock = new SteppedClock()
    const racing = firstConnection({ ...parts(['127.0.9.1'], port), lookUp, clock })
    await until('a handshake begins', () => clock.pending() > 2)
    clock.stepMs(PATIENCE_MS)
    const { address, proven } = await racing
    expect(address).toBe('127.0.9.2')
    proven.stream.destroy()
  })

  test('is asked at once when no address is known or none answers, and once only', async () => {
    const port = await listening({ '127.0.9.2': 'p' })
    for (const known of [[], ['127.0.9.4']]) {
      let asked = 0
      const lookUp = async (): Promise<string[]> => ((asked += 1), ['127.0.9.4', '127.0.9.2'])
      const { address, proven } = await firstConnection({ ...parts(known, port), lookUp })
      expect([address, asked]).toEqual(['127.0.9.2', 1])
      proven.stream.destroy()
    }
  })

  test('is not asked when the address that is known is the right one', async () => {
    const port = await listening({ '127.0.9.2': 'p' })
    let asked = 0
    const lookUp = async (): Promise<string[]> => ((asked += 1), [])
    const clock = new SteppedClock()
    const { proven } = await firstConnection({ ...parts(['127.0.9.2'], port), lookUp, clock })
    clock.stepMs(LOOK_UP_AFTER_MS)
    expect(asked).toBe(0)
    proven.stream.destroy()
  })

  test('knows nobody either', async () => {
    const failed = firstConnection({ ...parts([], 9100), lookUp: async () => [] })
    await expect(failed).rejects.toMatchObject({ code: 'no_address' })
  })
})

describe('nobody', () => {
  test('no address is known', async () => {
    await expect(firstConnection(parts([], 9100))).rejects.toMatchObject({ code: 'no_address' })
  })

  test('none answers', async () => {
    const port = await listening({ '127.0.9.1': 'p' })
    await expect(firstConnection(parts(['127.0.9.4'], port))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'it does not answer in the local network',
    })
  })

  test('broken off: every socket is closed', async () => {
    const port = await listening({ '127.0.9.1': '' })
    const stop = new AbortController()
    const failed = firstConnection({ ...parts(['127.0.9.1'], port), signal: stop.signal })
    setTimeout(() => stop.abort(), 50)
    await expect(failed).rejects.toMatchObject({ code: 'closed' })
  })
})
