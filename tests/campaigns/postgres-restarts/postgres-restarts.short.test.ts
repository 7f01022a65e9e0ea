// The short form of the campaign: the database of each API once fast and once immediately.
import { expect, test } from 'vitest'
import { runRestarts } from './run-restarts.ts'

test('six restarts of PostgreSQL end no program, and everything that was acknowledged is there', async () => {
  const { restarts, done, faults } = await runRestarts({ restarts: 6, seed: 0, say: () => {} })
  expect(faults).toEqual([])
  expect(new Set(restarts.map(({ api, mode }) => `${api} ${mode}`)).size).toBe(6)
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0)
}, 600_000)
