// Agents whose hub is killed, or restarted as for an update: how long each of them was away.
import { setTimeout as delay } from 'node:timers/promises'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { io, type Socket } from 'socket.io-client'
import { figuresOf, type Figures } from '../measure.ts'
import { connectInSteps, type Say } from './crowd.ts'
import { Fleet, ownAddress } from './fleet.ts'
import { startProgram, type OrderedProcess } from './server-process.ts'

export interface Comeback {
  readonly count: number
  readonly addressOf: (device: number) => string
  /** SIGKILL, or the goodbye of a hub that is stopped. */
  readonly end: 'kill' | 'stop'
  /** Online for so long before. */
  readonly quietMs: number
  readonly random: () => number
}

const BACK_LIMIT_MS = 180_000

/** From the hub's end to each agent registered at the next one, which is started at once on the same port. */
export async function comebackFigures({ end, quietMs, ...place }: Comeback, say: Say): Promise<Figures> {
  let server = await startProgram('hub-program.ts', '0')
  const fleet = new Fleet({ ...place, port: server.port })
  try {
    await connectInSteps(fleet, { from: 0, to: place.count }, say)
    await delay(quietMs)
    const endedAtMs = performance.now()
    server = await nextAfter(server, end)
    const back = (): number => fleet.onlineSinceMs().filter((sinceMs) => sinceMs > endedAtMs).length
    await until('all agents are back', () => back() === place.count, BACK_LIMIT_MS).catch(() => {
      throw new Error(`${back()} of ${place.count} were back after ${BACK_LIMIT_MS / 1_000} s`)
    })
    return figuresOf(fleet.onlineSinceMs().map((sinceMs) => sinceMs - endedAtMs))
  } finally {
    await server.kill()
    await fleet.stop()
  }
}

/** The same for socket.io's own client as it comes, at a bare server of socket.io that is killed. */
export async function plainComebackFigures({
  count,
  quietMs,
}: Pick<Comeback, 'count' | 'quietMs'>): Promise<Figures> {
  let server = await startProgram('plain-program.ts', 'socket.io', '0')
  const { port } = server
  const sockets = Array.from({ length: count }, (_, device) => defaultSocket(port, ownAddress(device)))
  try {
    await until('all are connected', () => sockets.every(({ connected }) => connected), BACK_LIMIT_MS)
    await delay(quietMs)
    const endedAtMs = performance.now()
    const times: number[] = []
    for (const socket of sockets) socket.once('connect', () => times.push(performance.now() - endedAtMs))
    await server.kill()
    server = await startProgram('plain-program.ts', 'socket.io', String(port))
    await until('all are back', () => times.length === count, BACK_LIMIT_MS)
    return figuresOf(times)
  } finally {
    for (const socket of sockets) socket.disconnect()
    await server.kill()
  }
}

/** Everything as the library has it, but for what makes it one connection from an address of its own. */
function defaultSocket(port: number, localAddress: string): Socket {
  const options = { path: HUB_PATH, transports: ['websocket'], forceNew: true, localAddress }
  return io(`http://127.0.0.1:${port}`, options)
}

async function nextAfter(server: OrderedProcess, end: Comeback['end']): Promise<OrderedProcess> {
  await (end === 'kill' ? server.kill() : server.stop())
  return startProgram('hub-program.ts', String(server.port))
}
