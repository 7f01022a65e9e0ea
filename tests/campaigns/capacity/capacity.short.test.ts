// The sheet's measurements with a handful of devices: each of its figures is there.
import { expect, test } from 'vitest'
import { hasNats, NATS_NEEDED } from '@pharmacy-relay/relay-server/hub/mesh/test-nats-server.ts'
import { reportText } from './report.ts'
import { runCapacity } from './run-capacity.ts'

test.skipIf(!hasNats)(
  `devices at two portals and things have costs (${NATS_NEEDED})`,
  async () => {
    const counts = { devices: 80, portals: 2, things: 2, mostPerSecond: 25 }
    const times = { restMs: 1_000, labelsMs: 5_000 }
    const result = await runCapacity({ ...counts, ...times, lan: null, say: () => undefined })
    expect(result.online).toBe(80)
    expect(result.things.map(({ count }) => count > 0)).toEqual([true, true, true, true, true, true])
    expect(result.connect.totalMs).toBeGreaterThan(0)
    expect(Object.keys(result.memory)).toContain('portal-2')
    expect([result.store.list.length, result.store.pharmacy.length]).toEqual([1, 1])
    expect(reportText(result)).toContain('80 of them connected at the end')
  },
  900_000,
)
