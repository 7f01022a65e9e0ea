// The store API, or its database alone, away for a whole minute: the panel is right again within the bounds of the store
// API's README, also for computers that stopped, were killed and started in that minute. First the one, then the other.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAgent } from '../../../scripts/build/build-agent.ts'
import { ExtraAgent } from '../../extra-agent.ts'
import type { RunningDemo } from '../../running-demo.ts'
import { keepDatabaseDown } from '../database-down.ts'
import { openPanel, secondsUntil, type Panel } from '../panel.ts'
import { watchPresence } from '../presence-watch.ts'
import { sharedDemo } from '../shared-demo.ts'

const AWAY_MS = 60_000
/** Into that minute, when computers stop and start. */
const CHANGES_AFTER_MS = 8_000
/** From the first answer of the store API on: a lease period in which nobody is judged, or a grace of 10 s. */
const RIGHT_S = 15
/** Who was refused last is asked back within 15 s, and takes a moment to connect. */
const BACK_S = 20
/** On a machine that others keep busy. */
const MARGIN_S = 30
const STORE = 'P-7301'
const folder = mkdtempSync(path.join(tmpdir(), 'relay-away-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Resolves once it is away, with what resolves once it may be back. */
type GoAway = (running: RunningDemo) => Promise<() => Promise<unknown>>

const databaseAway: GoAway = async ({ dataFolder }) => keepDatabaseDown(dataFolder, 'store', AWAY_MS)

const apiAway: GoAway = async (running) => {
  await running.command('stop', 'store-api')
  const minute = delay(AWAY_MS)
  return async () => {
    await minute
    await running.command('start', 'store-api')
  }
}

const RIGHT = { stays: 'online', leaves: 'offline', dies: 'offline', comes: 'online' } as const
type Name = keyof typeof RIGHT
const NAMES = ['stays', 'leaves', 'dies', 'comes'] as const satisfies readonly Name[]

/** Four paired computers, all online. */
async function pairedAgents(running: RunningDemo, panel: Panel): Promise<Record<Name, ExtraAgent>> {
  const next = (): ExtraAgent => new ExtraAgent(running, { folder })
  const agents = { stays: next(), leaves: next(), dies: next(), comes: next() }
  await panel.create(STORE)
  for (const name of NAMES) {
    await agents[name].start()
    await agents[name].pair(await panel.pairingCode(STORE))
    await agents[name].online()
  }
  return agents
}

async function shownOf(panel: Panel, agents: Record<Name, ExtraAgent>): Promise<Record<Name, RelayComputer>> {
  const { computers } = await panel.pharmacy(STORE)
  const one = (name: Name): RelayComputer => {
    const found = computers.find(({ pcName }) => pcName === agents[name].name)
    if (found === undefined) throw new Error(`${name} is not listed`)
    return found
  }
  return { stays: one('stays'), leaves: one('leaves'), dies: one('dies'), comes: one('comes') }
}

/** In how many seconds from now on each is shown as it is. */
async function secondsUntilRight(shown: () => ReturnType<typeof shownOf>): Promise<Map<Name, number>> {
  const since = performance.now()
  const rightAfterS = new Map<Name, number>()
  const areRight = async (): Promise<boolean> => {
    const now = await shown()
    const right = NAMES.filter((name) => now[name].presence === RIGHT[name])
    for (const name of right)
      rightAfterS.set(name, rightAfterS.get(name) ?? (performance.now() - since) / 1_000)
    return right.length === NAMES.length
  }
  await secondsUntil('everybody is shown right', areRight, (BACK_S + 2 * MARGIN_S) * 1_000)
  return rightAfterS
}

describe('away for a minute', () => {
  let running: RunningDemo
  let panel: Panel
  let agents: Record<Name, ExtraAgent>
  beforeAll(async () => {
    await buildAgent()
    running = await sharedDemo({ platformOnly: true })
    panel = await openPanel(running.demo, 'Admin')
    agents = await pairedAgents(running, panel)
  })
  afterAll(async () => {
    await Promise.all(NAMES.map(async (name) => agents[name].stop()))
  })
  const shown = async () => shownOf(panel, agents)

  test.for([
    ['the database of the store API', databaseAway],
    ['the store API', apiAway],
  ] as const)('%s', async ([what, goAway], { onTestFinished }) => {
    await agents.comes.stop()
    await secondsUntil('it left', async () => (await shown()).comes.presence === 'offline')
    const watch = watchPresence({
      presence: async () => ({ stays: (await shown()).stays.isOnline ? 'online' : 'offline' }),
    })
    onTestFinished(async () => watch.stop())

    const untilBack = await goAway(running)
    await delay(CHANGES_AFTER_MS)
    const leftAt = Date.now()
    agents.dies.kill()
    await Promise.all([agents.leaves.stop(), agents.comes.start()])
    await untilBack()
    await secondsUntil('it answers', async () => (await shown()).stays.id > 0)

    const rightAfterS = await secondsUntilRight(shown)
    process.stdout.write(`  ${what} back: ${JSON.stringify([...rightAfterS])}\n`)
    for (const name of ['leaves', 'dies'] as const) {
      expect(rightAfterS.get(name)).toBeLessThan(RIGHT_S + MARGIN_S)
      // By another clock than the test's, and rounded by the hub.
      const lastOnlineAt = Date.parse((await shown())[name].lastOnlineAt ?? '')
      expect(Math.abs(lastOnlineAt - leftAt) / 1_000).toBeLessThan(MARGIN_S)
    }
    expect(rightAfterS.get('comes')).toBeLessThan(BACK_S + MARGIN_S)
    expect((await shown()).leaves.offlineReason).toBe('bye')
    // Nor is anybody taken for gone when leases are judged again.
    await delay(Math.max(0, RIGHT_S - Math.max(...rightAfterS.values())) * 1_000)
    expect((await shown()).stays.presence).toBe('online')
    expect(watch.shownOffline()).toEqual([])
    // As they were: for the next.
    await Promise.all([agents.leaves.start(), agents.dies.start()])
    await Promise.all([agents.leaves.online(), agents.dies.online()])
  })
})
