// Two machines with what relayctl makes of an inventory: one fails, and secrets are exchanged on both while somebody asks.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingEngines } from '../../../scripts/tools/database-engines.ts'
import { openPanel, signIn } from '../../platform/panel.ts'
import { startLoad } from '../postgres-restarts/load.ts'
import { ADMIN } from './app-machines.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { makeSecondNetwork, missingForSecondNetwork, type SecondNetwork } from './second-network.ts'
import {
  exchangeByHand,
  killProgram,
  peopled,
  sayProfile,
  seedPeople,
  visitAllTheTime,
} from './two-machines.ts'

const LIMIT_MS = 600_000
const KILLED = ['identity-api', 'store-api', 'pharmacy-api', 'gateway']
/** Two checks that fail, one a second. */
const OUT_OF_HAPROXY_MS = 5_000
const ROUNDS: Readonly<Record<string, number>> = {
  'internal-key': 3,
  'service-secrets': 3,
  'patient-keys': 3,
  'refresh-key': 2,
  'seal-key': 3,
  'device-key-secret': 2,
  'database-passwords': 4,
}

const missing = missingEngines() ?? missingForSecondNetwork()
let second: SecondNetwork | null = null
let cluster: Cluster
let running: Cluster | null = null

describe.skipIf(missing !== null)(
  'Two machines of our programs (needs root and npm run tools -- --failovers)',
  () => {
    beforeAll(async () => {
      second = makeSecondNetwork()
      cluster = await startCluster({ say: () => {}, second })
      running = cluster
      seedPeople(cluster)
      for (const machine of ['app-1', 'app-2'] as const)
        expect(await cluster.relayctl(machine, 'start')).toContain('All are ready')
    }, LIMIT_MS)
    afterAll(async () => {
      for (const machine of ['app-2', 'app-1'] as const) await running?.relayctl(machine, 'stop')
      await running?.stop()
      second?.remove()
    }, LIMIT_MS)

    test(
      'one of two of each API and gateway is killed: nobody who asks waits for it',
      async () => {
        const panel = await openPanel(peopled(cluster), 'Admin')
        const visitor = visitAllTheTime(async () => panel.counted())
        for (const name of KILLED) killProgram(cluster, 'app-1', name)
        await delay(OUT_OF_HAPROXY_MS)
        const before = visitor.seen()
        await until('twenty were answered', () => visitor.seen().answered >= before.answered + 20)
        const after = await visitor.end()
        expect(after.refused.slice(before.refused.length)).toEqual([])
        expect(await cluster.relayctl('app-1', 'start')).toContain('All are ready')
      },
      LIMIT_MS,
    )

    test(
      'secrets are exchanged on both machines, round by round, while people sign in and enter pharmacies and patients: none is refused for good, nothing is missing',
      async () => {
        await expect(cluster.relayctl('app-2', 'restart', '--secrets', '0123456789')).rejects.toThrow(
          'copy them once more. Nothing was restarted',
        )
        await sayProfile(cluster)
        const load = startLoad(peopled(cluster))
        const rounds: Record<string, number> = {}
        for (const what of Object.keys(ROUNDS)) {
          rounds[what] = await exchangeByHand(cluster, what)
          // A write that is under way as its program ends may be told to try again; nobody is told anything else.
          const codes = [...load.refused.keys()].filter((code) => code !== 'unavailable')
          expect([what, codes]).toEqual([what, []])
        }
        await signIn(cluster, ADMIN)
        expect(rounds).toEqual(ROUNDS)
        expect(Math.min(...Object.values(load.done))).toBeGreaterThan(10)
        // Each patient is opened with the keys that there are now.
        expect(await load.end()).toEqual([])
      },
      LIMIT_MS,
    )
  },
)
