// For tests and rigs: ports for programs that are told theirs, and that may end and come back on it.
import dgram from 'node:dgram'
import net from 'node:net'

// Below 32,768, where Linux takes the ports of outgoing connections from: none of those takes the port of a program that
// is away for a moment. A program's metrics, 10,000 above it, are below as well.
const FIRST = 10_400
const COUNT = 9_600
const TRIES = 1_000

let next = Math.floor(Math.random() * COUNT)

/**
 * A port from 10,400 to 19,999 on which nobody listens on any address of IPv4, nor on the ports `beside` it (a distance
 * each). Nobody else is given one of them as long as this process lives. Throws after 1,000 that are taken, with the last cause.
 */
export async function freePort(beside: readonly number[] = []): Promise<number> {
  let cause: unknown = null
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    const reserved = await Promise.allSettled(
      [0, ...beside].map(async (distance) => reserve(port + distance)),
    )
    const failed = reserved.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    if (failed.length === 0) return port
    cause = failed[0]
  }
  throw new Error('there is no free port', { cause })
}

/** Holds UDP's port of the same number, which no program here uses: other tests see that it is given. */
async function reserve(port: number): Promise<void> {
  const mark = dgram.createSocket('udp4').unref()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  mark.once('error', reject)
  mark.bind({ address: '127.0.0.1', port, exclusive: true }, resolve)
  await promise
  await expectNobody(port)
}

async function expectNobody(port: number): Promise<void> {
  const probe = net.createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe.once('error', reject)
  probe.listen({ host: '0.0.0.0', port }, () => probe.close(() => resolve()))
  await promise
}
