// Agents whose hub is killed, or restarted as for an update: how long each of them was away.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { figuresOf, type Figures } from '../measure.ts'
import { Fleet } from './fleet.ts'
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
export async function comebackFigures({ end, quietMs, ...place }: Comeback): Promise<Figures> {
  let server = await startProgram('hub-program.ts', '0')
  const fleet = new Fleet({ ...place, port: server.port })
  try {
    await fleet.connect(0, place.count)
    await delay(quietMs)
    const endedAtMs = performance.now()
    server = await nextAfter(server, end)
    const isBack = (): boolean => fleet.onlineSinceMs().every((sinceMs) => sinceMs > endedAtMs)
    await until('all agents are back', isBack, BACK_LIMIT_MS)
    return figuresOf(fleet.onlineSinceMs().map((sinceMs) => sinceMs - endedAtMs))
  } finally {
    await server.kill()
    await fleet.stop()
  }
}

async function nextAfter(server: OrderedProcess, end: Comeback['end']): Promise<OrderedProcess> {
  await (end === 'kill' ? server.kill() : server.stop())
  return startProgram('hub-program.ts', String(server.port))
}
