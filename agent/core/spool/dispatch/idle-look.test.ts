// A counter that a poll read: kept for the next label only when no label came near the question.
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import { IdleLook } from './idle-look.ts'
import { Odometers } from './odometers.ts'

function lookOf() {
  const clock = new SteppedClock()
  const odometers = new Odometers()
  const look = new IdleLook({
    odometers,
    clock,
    signal: new AbortController().signal,
    canLook: () => false,
    lookAt: async () => null,
  })
  const known = (): number | null => (odometers.isKnown('P1') ? odometers.take('P1') : null)
  return { clock, odometers, look, known }
}

test('It is kept once the printer has been at rest for 6 s, and takes the place of an older one', () => {
  const { clock, odometers, look, known } = lookOf()
  look.idle('P1')
  clock.stepMs(5_999)
  look.reading('P1')(7)
  expect(odometers.isKnown('P1')).toBe(false)
  clock.stepMs(1)
  look.reading('P1')(7)
  look.reading('P1')(8)
  look.reading('P2')(9)
  expect([odometers.isKnown('P2'), known()]).toEqual([false, 8])
})

test('It is worthless when a label was tried since, was under way, or the row was never idle', () => {
  const { clock, odometers, look, known } = lookOf()
  clock.stepMs(60_000)
  look.reading('P1')(1)
  look.idle('P1')
  clock.stepMs(60_000)
  const before = look.reading('P1')
  look.busy()
  odometers.take('P1')
  before(2)
  look.reading('P1')(3)
  look.idle('P1')
  clock.stepMs(1_000)
  look.reading('P1')(4)
  before(5)
  expect(known()).toBeNull()
})
