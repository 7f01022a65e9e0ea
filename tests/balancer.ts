// A balancer in front of several portals, as far as TCP goes: each connection to the one that has the fewest, or to
// another when that one is not there.
import { once } from 'node:events'
import net from 'node:net'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { onTestFinished } from 'vitest'

/** On that port of 127.0.0.1, in front of those; `ports` may get more. Ends with the test. */
export async function startBalancer(port: number, ports: readonly number[]): Promise<void> {
  const counts = new Map<number, number>()
  const sockets = new Set<net.Socket>()
  const count = (at: number, by: number): void => void counts.set(at, (counts.get(at) ?? 0) + by)
  const server = net.createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    const byLoad = ports.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
    void firstThatAnswers(byLoad).then((found) => {
      if (found === null) return near.destroy()
      const { far, at } = found
      count(at, 1)
      far.on('error', () => undefined).on('close', () => (count(at, -1), near.destroy()))
      near.on('close', () => far.destroy())
      if (near.destroyed) return far.destroy()
      near.pipe(far).pipe(near)
    })
  })
  await listening(server, { port })
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
}

async function firstThatAnswers(
  ports: readonly number[],
): Promise<{ readonly far: net.Socket; readonly at: number } | null> {
  for (const at of ports) {
    const far = net.connect(at, '127.0.0.1')
    const isThere = await once(far, 'connect').then(
      () => true,
      () => false,
    )
    if (isThere) return { far, at }
  }
  return null
}
