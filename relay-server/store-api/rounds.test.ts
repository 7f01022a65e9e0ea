// Rounds by a clock that is stepped: one at a time, at once where they are wanted, none after the stop.
import { expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startRounds } from './rounds.ts'

function stage() {
  const clock = new SteppedClock()
  const begun: ((hasMore: boolean) => void)[] = []
  const round = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    begun.push(resolve)
    return promise
  }
  return { clock, begun, rounds: startRounds({ clock, everyMs: 5_000, round }) }
}

const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a round begins some seconds after the one before ended, and at once where there is more', async () => {
  const { clock, begun, rounds } = stage()
  clock.stepMs(4_999)
  expect(begun).toHaveLength(0)
  clock.stepMs(1)
  expect(begun).toHaveLength(1)
  begun[0]?.(true)
  await settled()
  expect(begun).toHaveLength(2)
  begun[1]?.(false)
  await settled()
  clock.stepMs(4_999)
  expect(begun).toHaveLength(2)
  clock.stepMs(1)
  expect(begun).toHaveLength(3)
  begun[2]?.(false)
  await rounds.stop()
})

test('who wakes it gets a round of his own, one at a time however often; after the stop there is none', async () => {
  const { clock, begun, rounds } = stage()
  rounds.wake()
  rounds.wake()
  rounds.wake()
  expect(begun).toHaveLength(1)
  begun[0]?.(false)
  await settled()
  expect(begun).toHaveLength(2)
  const stopped = rounds.stop()
  rounds.wake()
  begun[1]?.(true)
  await stopped
  clock.stepMs(60_000)
  expect(begun).toHaveLength(2)
})
