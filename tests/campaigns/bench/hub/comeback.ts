// Agents whose hub is killed: how long each of them was away, and how many did not come back at all.
import { setTimeout as delay } from 'node:timers/promises'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { io, type Socket } from 'socket.io-client'
import { figuresOf, type Figures } from '../measure.ts'
import { connectInSteps, type Say } from './crowd.ts'
import { pharmacyOf } from './documents.ts'
import { Fleet, ownAddress } from './fleet.ts'
import { startProgram } from './server-process.ts'

export interface Comeback {
  readonly count: number
  /** Online for so long before. */
  readonly quietMs: number
  readonly random: () => number
}

/** Who is not back by then counts with this time. */
export const BACK_LIMIT_MS = 180_000

export interface CameBack {
  readonly figures: Figures
  /** So many were not back after 180 s. */
  readonly missing: number
}

/** From the hub's end to each agent registered at the next one, which is started at once on the same port. */
export async function comebackFigures({ count, quietMs, random }: Comeback, say: Say): Promise<CameBack> {
  let server = await startProgram('hub-program.ts', '0')
  const { port } = server
  const fleet = new Fleet({ port, count, addressOf: ownAddress, random, pharmacyOf })
  try {
    await connectInSteps(fleet, { from: 0, to: count }, say)
    await delay(quietMs)
    const endedAtMs = performance.now()
    await server.kill()
    server = await startProgram('hub-program.ts', String(port))
    return await backFigures(fleet, { count, endedAtMs })
  } finally {
    await server.kill()
    await fleet.stop()
  }
}

/** Waits until the first `count` devices came online again after that moment, at most 180 s. */
export async function backFigures(
  fleet: Fleet,
  { count, endedAtMs }: { readonly count: number; readonly endedAtMs: number },
): Promise<CameBack> {
  return cameBack(count, () =>
    fleet
      .onlineSinceMs()
      .slice(0, count)
      .filter((sinceMs) => sinceMs > endedAtMs)
      .map((sinceMs) => sinceMs - endedAtMs),
  )
}

/** The same for socket.io's own client as it comes, at a bare server of socket.io that is killed. */
export async function plainComebackFigures({
  count,
  quietMs,
}: Pick<Comeback, 'count' | 'quietMs'>): Promise<CameBack> {
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
    return await cameBack(count, () => times)
  } finally {
    for (const socket of sockets) socket.disconnect()
    await server.kill()
  }
}

/** `times` of those that are back, in ms; more and more of them. */
async function cameBack(count: number, times: () => readonly number[]): Promise<CameBack> {
  const endMs = performance.now() + BACK_LIMIT_MS
  while (times().length < count && performance.now() < endMs) await delay(POLL_MS)
  const back = times()
  const missing = count - back.length
  const late = Array.from({ length: missing }, () => BACK_LIMIT_MS)
  return { figures: figuresOf([...back, ...late]), missing }
}

const POLL_MS = 50

/** Everything as the library has it, but for what makes it one connection from an address of its own. */
function defaultSocket(port: number, localAddress: string): Socket {
  const options = { path: HUB_PATH, transports: ['websocket'], forceNew: true, localAddress }
  return io(`http://127.0.0.1:${port}`, options)
}
