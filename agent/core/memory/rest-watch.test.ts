// When memory is given back: once, after work.
import { expect, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { LOOK_EVERY_MS, REST_MS, RestRule, watchRest, WORTH_MS } from './rest-watch.ts'

test('All memory is given back at the first rest and once after work, not while it goes on, and not for a little of it', () => {
  const rule = new RestRule()
  const first = [rule.look(REST_MS), rule.look(REST_MS * 2), rule.look(REST_MS * 2 + 1)]
  expect(first).toEqual(['nothing', 'nothing', 'all'])
  const worked = REST_MS * 3 + WORTH_MS
  expect([rule.look(worked), rule.look(worked + 1)]).toEqual(['nothing', 'all'])
  // A little at a time; pages of files are given back at each look.
  const looks = [1, 2, 3, 4, 5].map((times) => rule.look(worked + 1 + (times * WORTH_MS) / 5))
  expect(looks).toEqual(['mapped', 'mapped', 'mapped', 'mapped', 'all'])
})

test('An agent at rest looks every ten seconds until it ends', () => {
  const clock = new SteppedClock()
  const stop = watchRest({ clock, logger: silentLogger, others: () => Promise.resolve() })
  for (let looks = 0; looks < 5; looks += 1) {
    expect(clock.nextInMs()).toBe(LOOK_EVERY_MS)
    clock.stepMs(LOOK_EVERY_MS)
  }
  stop()
  expect(clock.nextInMs()).toBeNull()
})

test('other threads are asked once after work, and one that cannot does not end the agent', async () => {
  const clock = new SteppedClock()
  let asked = 0
  const others = async (): Promise<void> => {
    asked += 1
    throw new Error('the thread has ended')
  }
  const stop = watchRest({ clock, logger: silentLogger, others }, () => WORTH_MS)
  // It worked until the first look; the second finds rest.
  for (let looks = 0; looks < 3; looks += 1) clock.stepMs(LOOK_EVERY_MS)
  await Promise.resolve()
  stop()
  expect(asked).toBe(1)
})
