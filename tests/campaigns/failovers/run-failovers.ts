// Kills the primary again and again, and looks at writes, computers and programs after each.
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Say } from '../../kit/program.ts'
import { openPanel, secondsUntil, type Panel } from '../../platform/panel.ts'
import { startDemo, type RunningDemo } from '../../running-demo.ts'
import { computersBack, refusedForGood, watchPrograms } from '../postgres-restarts/lasting.ts'
import { startLoad, type Load } from '../postgres-restarts/load.ts'
import { startCluster, type Cluster } from './cluster.ts'
import type { DatabaseNode } from './database-node.ts'
import { failoverFaults, failoverLine, type Failover, type FailoversResult } from './report.ts'

/** Somebody switches it off while the database is away: the panel has to say so, and nothing else of the others. */
const LEAVING = 'COUNTER-1'
/** Of the demo. */
const COMPUTERS = 5
const LIMIT_MS = 120_000
/** An answer that was under way when the primary was killed is none of the next one. */
const UNDER_WAY_MS = 1_500
const POLL_MS = 50

interface Asked {
  readonly times: number
  readonly say: Say
}

export async function runFailovers(asked: Asked): Promise<FailoversResult> {
  const cluster = await startCluster(asked)
  try {
    const running = await startDemo({
      platformOnly: false,
      dataFolder: mkdtempSync(path.join(os.tmpdir(), 'relay-demo-')),
      environment: { ...cluster.environment, Demo__Pictures: 'no' },
    })
    try {
      return await failAll(cluster, running, asked)
    } finally {
      await running.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function failAll(
  cluster: Cluster,
  running: RunningDemo,
  { times, say }: Asked,
): Promise<FailoversResult> {
  const demo = { ...running.demo, gatewayUrl: cluster.gatewayUrl }
  const programs = watchPrograms(running)
  const panel = await openPanel(demo, 'Admin')
  const load = startLoad(demo)
  const failovers: Failover[] = []
  const faults: string[] = []
  for (let n = 1; n <= times && faults.length === 0; n += 1) {
    await secondsUntil('all computers are online', async () => isShown(panel, []))
    const failover = await failOnce({ cluster, running, panel, load })
    failovers.push(failover)
    say(failoverLine(n, times, failover))
    faults.push(...failoverFaults(n, failover), ...programs.ended().map((name) => `${n}: ${name} ended`))
  }
  const back = await computersBack({ demo }).catch((error: unknown) => String(error))
  if (typeof back === 'string') faults.push(back)
  const missing = await load.end()
  faults.push(...refusedForGood(load))
  return { asked: times, failovers, done: load.done, refused: load.refused, missing, faults }
}

interface Scene {
  readonly cluster: Cluster
  readonly running: RunningDemo
  readonly panel: Panel
  readonly load: Load
}

/** Returns with both databases and all computers there again, as far as they came. */
async function failOnce({ cluster, running, panel, load }: Scene): Promise<Failover> {
  const primary = await cluster.primary()
  const wronglyOffline = new Set<string>()
  await writesFrom(load, 0)
  primary.kill()
  const killedAtMs = performance.now()
  const sinceKill = (): number => (performance.now() - killedAtMs) / 1_000
  const [writesS, panelS] = await Promise.all([
    writesFrom(load, UNDER_WAY_MS).then((isDone) => (isDone ? sinceKill() : null)),
    running
      .command('stop', LEAVING)
      .then(async () =>
        secondsUntil('the panel is right', async () => isShown(panel, [LEAVING], wronglyOffline), LIMIT_MS),
      )
      .then(sinceKill, () => null),
  ])
  const rejoinedS = await rejoined(primary)
  await running.command('start', LEAVING)
  return { killed: primary.name, writesS, panelS, rejoinedS, wronglyOffline: [...wronglyOffline] }
}

/** Whether one more write is acknowledged, `afterMs` from now or later. */
async function writesFrom(load: Load, afterMs: number): Promise<boolean> {
  await delay(afterMs)
  const before = load.done.pharmacies
  const untilMs = performance.now() + LIMIT_MS
  while (performance.now() < untilMs) {
    if (load.done.pharmacies > before) return true
    await delay(POLL_MS)
  }
  return false
}

/** Exactly those are offline; others that are shown so are added to `wrong`. Throws while nobody can tell. */
async function isShown(
  panel: Panel,
  offline: readonly string[],
  wrong = new Set<string>(),
): Promise<boolean> {
  const states = Object.entries(await panel.presence())
  const shown = states.filter(([, state]) => state !== 'online').map(([name]) => name)
  for (const name of shown) if (!offline.includes(name)) wrong.add(name)
  return states.length === COMPUTERS && shown.toSorted().join() === offline.toSorted().join()
}

async function rejoined(node: DatabaseNode): Promise<number | null> {
  node.start()
  return secondsUntil('it has everything', async () => node.isSynchronous(), LIMIT_MS).catch(() => null)
}
