// Telling hubs which sessions end: again while a hub is away, a bounded number of times, and no more once it stops.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { createSessionEnds } from './session-ends.ts'

afterEach(() => void vi.restoreAllMocks())

/** A hub that is away. */
function awayHub() {
  const clock = new SteppedClock()
  const state = { asked: 0 }
  const warned: unknown[] = []
  const logger: Logger = { ...silentLogger, warn: (event, facts) => void warned.push([event, facts]) }
  const ask = (): Promise<never> => {
    state.asked += 1
    return Promise.reject(new HubError('UNAVAILABLE', 'The relay hub is not connected'))
  }
  return { clock, state, warned, ends: createSessionEnds({ sockets: { ask }, clock, logger }) }
}

const superseded = () => [{ kind: 'superseded', hubId: randomUUID(), sessionId: randomUUID() }] as const

test('a hub that is away is told eight times within 4 s, then it is written down; nothing is left of the waits', async () => {
  const [added, removed] = [
    vi.spyOn(AbortSignal.prototype, 'addEventListener'),
    vi.spyOn(AbortSignal.prototype, 'removeEventListener'),
  ]
  const { clock, state, warned, ends } = awayHub()
  ends.tell(superseded())
  for (let tried = 1; tried < 8; tried += 1) {
    await until(`try ${tried}`, () => state.asked === tried && clock.pending() === 1)
    clock.stepMs(500)
  }
  await until('the last try', () => warned.length === 1)
  expect(state.asked).toBe(8)
  expect(warned).toMatchObject([['session-ends.not-told', { count: 1, reason: 'UNAVAILABLE' }]])
  expect(clock.pending()).toBe(0)
  expect(added).toHaveBeenCalledTimes(7)
  expect(removed).toHaveBeenCalledTimes(7)
})

test('a stop ends the waiting', async () => {
  const { clock, state, ends } = awayHub()
  ends.tell(superseded())
  await until('the first wait', () => clock.pending() === 1)
  await ends.stop()
  expect(state.asked).toBeLessThanOrEqual(2)
  expect(clock.pending()).toBe(0)
})

test('a hub that hangs, with all its computers gone elsewhere, does not keep other hubs from being told', async () => {
  const [hanging, other] = [randomUUID(), randomUUID()]
  const told: string[] = []
  const warned = vi.fn()
  const ask = async (hubId: string): Promise<never> => {
    told.push(hubId)
    return new Promise(() => undefined)
  }
  const ends = createSessionEnds({
    sockets: { ask },
    clock: new SteppedClock(),
    logger: { ...silentLogger, warn: warned },
  })
  for (let n = 0; n < 1_000; n += 1)
    ends.tell([{ kind: 'superseded', hubId: hanging, sessionId: randomUUID() }])
  ends.tell([{ kind: 'revoked', hubId: other, sessionId: randomUUID(), reason: 'revoked', end: null }])
  expect(told.filter((hubId) => hubId === hanging)).toHaveLength(200)
  expect(told.at(-1)).toBe(other)
  expect(warned).toHaveBeenCalledTimes(800)
})
