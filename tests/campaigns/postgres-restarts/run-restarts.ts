// Restarts the PostgreSQL of each API in turn and looks at every program after each.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterPaths, serverOf } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import type { Say } from '../../kit/program.ts'
import { METRICS_ABOVE, startDemo, type RunningDemo } from '../../running-demo.ts'
import { startLoad } from './load.ts'
import { computersBack, refusedForGood, watchPrograms } from './lasting.ts'
import type { Mode, Restart, RestartsResult } from './report.ts'

const APIS = [
  { name: 'identity', setting: 'Identity__Port' },
  { name: 'store', setting: 'Store__Port' },
  { name: 'pharmacy', setting: 'Pharmacy__Port' },
] as const
/** Fast: transactions are rolled back, data is written. Immediate: as a kill; PostgreSQL recovers from its log. */
const SIGNALS: Readonly<Record<Mode, NodeJS.Signals>> = { fast: 'SIGINT', immediate: 'SIGQUIT' }
const MODES: readonly Mode[] = ['fast', 'immediate']
/** An API that is not ready within it is a fault. PostgreSQL itself is started again after at most 5 s. */
const READY_LIMIT_MS = 60_000
const POLL_MS = 50

export async function runRestarts(asked: {
  readonly restarts: number
  readonly seed: number
  readonly say: Say
}): Promise<RestartsResult> {
  const running = await startDemo({ platformOnly: false, dataFolder: null, environment: {} })
  try {
    return await restartAll(running, asked)
  } finally {
    await running.stop()
  }
}

async function restartAll(
  running: RunningDemo,
  { restarts, seed, say }: { readonly restarts: number; readonly seed: number; readonly say: Say },
): Promise<RestartsResult> {
  const programs = watchPrograms(running)
  const load = startLoad(running.demo)
  const done: Restart[] = []
  const faults: string[] = []
  for (let n = 0; n < restarts; n += 1) {
    const restart = await restartOne(running, n + seed)
    done.push(restart)
    if (restart.readyS === null) faults.push(`${n + 1}: ${restart.api} was not ready again`)
    for (const program of programs.ended()) faults.push(`${n + 1}: ${program} ended`)
    say(
      `${n + 1} of ${restarts}: ${restart.api} ${restart.mode}, ready after ${restart.readyS?.toFixed(1) ?? '-'} s`,
    )
    if (faults.length > 0) break
  }
  const back = await computersBack(running).catch((error: unknown) => String(error))
  if (typeof back === 'string') faults.push(back)
  faults.push(...(await load.end()))
  faults.push(...refusedForGood(load))
  return { restarts: done, done: load.done, refused: load.refused, faults }
}

async function restartOne(running: RunningDemo, n: number): Promise<Restart> {
  const { name, setting } = APIS[n % APIS.length] ?? APIS[0]
  const mode = MODES[Math.floor(n / APIS.length) % MODES.length] ?? 'fast'
  const { data } = clusterPaths(path.join(running.dataFolder, name))
  const server = serverOf(data)
  if (server === null) throw new Error(`the database of ${name} does not run`)
  const beganAtMs = performance.now()
  process.kill(server, SIGNALS[mode])
  const readyUrl = `http://127.0.0.1:${Number(running.environment[setting]) + METRICS_ABOVE}/readyz`
  while (performance.now() - beganAtMs < READY_LIMIT_MS) {
    await delay(POLL_MS)
    const isNew = ![null, server].includes(serverOf(data))
    if (isNew && (await isReady(readyUrl)))
      return { api: name, mode, readyS: (performance.now() - beganAtMs) / 1_000 }
  }
  return { api: name, mode, readyS: null }
}

async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(url).catch(() => null)
  await reply?.text()
  return reply?.ok === true
}
