// The short form of the campaign: one failover.
import { expect, test } from 'vitest'
import { missingEngines } from '../../../scripts/tools/database-engines.ts'
import { runFailovers } from './run-failovers.ts'

const missing = missingEngines()

test.skipIf(missing !== null)(
  'a primary that is killed under load costs nothing that was acknowledged, and the panel is right within 30 s (needs root and npm run tools -- --failovers)',
  async () => {
    const { failovers, done, missing: lost, faults } = await runFailovers({ times: 1, say: () => {} })
    expect(faults).toEqual([])
    expect(lost).toEqual([])
    expect(failovers).toHaveLength(1)
    expect(Math.min(...Object.values(done))).toBeGreaterThan(0)
  },
  900_000,
)
