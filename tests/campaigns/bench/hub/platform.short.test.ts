// The rows of the whole platform, with a handful of agents: an office, a killed portal, clicks.
import { expect, test } from 'vitest'
import { platformRows } from './platform-rows.ts'

test('all rows of the platform have figures', async () => {
  const random = (): number => 0.05
  const counts = {
    office: { agents: 3, panels: 1, quietMs: 0, watchMs: 0, random },
    kill: { agents: 2, quietMs: 0, watchMs: 0 },
    clicks: { devices: 6, warmUp: 1, runs: 2 },
    random,
  }
  const aims = { back: { targetP99Ms: null, targetMaxMs: 20_000 }, clickMs: 50 }
  const rows = await platformRows(counts, aims, () => undefined)
  const [officeBack, officeMissing, tooMany, back, missing, offline, reconnecting, away, ...clicks] = rows
  expect([officeBack, back]).toMatchObject([{ runs: 3 }, { runs: 2 }])
  expect([officeMissing, missing, offline, away]).toMatchObject(
    Array.from({ length: 4 }, () => ({ count: 0, targetCount: 0 })),
  )
  expect(tooMany).toMatchObject({ name: '429 to their 1 panels: portal restarted', count: 0 })
  expect(reconnecting).toMatchObject({ of: 2, targetCount: null })
  const each = [{ runs: 2 }, { runs: 2 }, { count: 0, of: 2 }]
  expect(clicks).toMatchObject([...each, ...each])
})
