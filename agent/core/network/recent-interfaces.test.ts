// How old the known interfaces may be.
import { expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { RECENT_MS, recentInterfaces } from './recent-interfaces.ts'

test('The system is asked once for labels that come together, and again after two seconds', () => {
  const clock = new SteppedClock()
  let asked = 0
  const interfaces = recentInterfaces(clock, () => {
    asked += 1
    return { [`eth${asked}`]: [] }
  })
  expect([interfaces(), interfaces()]).toEqual([{ eth1: [] }, { eth1: [] }])
  clock.stepMs(RECENT_MS)
  expect([interfaces(), asked]).toEqual([{ eth2: [] }, 2])
})
