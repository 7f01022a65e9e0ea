// The watchdog over a stepped clock: when it rebuilds, when it gives up, and what excuses it.
import { describe, expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { GIVE_UP_MS, REBUILD_MS, Watchdog } from './watchdog.ts'

function setUp() {
  const clock = new SteppedClock()
  const calls = { rebuild: 0, giveUp: 0 }
  const watchdog = new Watchdog({
    clock,
    onRebuild: () => void (calls.rebuild += 1),
    onGiveUp: () => void (calls.giveUp += 1),
  })
  watchdog.start()
  return { clock, calls, watchdog }
}

describe('Watchdog', () => {
  test('rebuilds a registered connection without a heartbeat for 5 minutes', () => {
    const { clock, calls, watchdog } = setUp()
    watchdog.online()
    clock.stepMs(REBUILD_MS - 1)
    expect(calls.rebuild).toBe(0)
    clock.stepMs(1)
    expect(calls).toEqual({ rebuild: 1, giveUp: 0 })
  })

  test('is content while heartbeats come', () => {
    const { clock, calls, watchdog } = setUp()
    watchdog.online()
    for (let minute = 0; minute < 120; minute += 1) {
      clock.stepMs(60_000)
      watchdog.heartbeat()
    }
    expect(calls).toEqual({ rebuild: 0, giveUp: 0 })
  })

  test('gives up after 30 minutes in which connections were registered and none had a heartbeat', () => {
    const { clock, calls, watchdog } = setUp()
    for (let minutes = 0; minutes < 30; minutes += 5) {
      watchdog.online()
      clock.stepMs(REBUILD_MS)
      watchdog.offline()
    }
    expect(calls).toEqual({ rebuild: 6, giveUp: 1 })
  })

  test('gives up after 30 minutes in which nothing was tried', () => {
    const { clock, calls } = setUp()
    clock.stepMs(GIVE_UP_MS)
    expect(calls).toEqual({ rebuild: 0, giveUp: 1 })
  })

  test('waits for ever while every try fails outside this process', () => {
    const { clock, calls, watchdog } = setUp()
    for (let tries = 0; tries < 20; tries += 1) {
      clock.stepMs(20 * 60_000)
      watchdog.excuse()
    }
    expect(calls).toEqual({ rebuild: 0, giveUp: 0 })
  })

  test('sleeps once stopped, also when a last heartbeat still arrives', () => {
    const { clock, calls, watchdog } = setUp()
    watchdog.online()
    watchdog.stop()
    watchdog.heartbeat()
    clock.stepMs(GIVE_UP_MS * 2)
    expect(calls).toEqual({ rebuild: 0, giveUp: 0 })
    expect(clock.nextInMs()).toBeNull()
  })
})
