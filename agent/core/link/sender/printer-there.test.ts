// How long what was heard of a printer counts: as long as a link says it, and some seconds more.
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import { expect, test } from 'vitest'
import { FORGET_MS, PrinterThere } from './printer-there.ts'

const told = (waiting: number): LinkPrinter => ({ presence: 'there', conditions: [], reasons: [], waiting })

test('is known while its link lives, however long, and forgotten some seconds after its end', () => {
  const clock = new SteppedClock()
  const there = new PrinterThere(clock)
  expect(there.view()).toBe(null)
  const link = there.link()
  link.told(told(1))
  const atMs = clock.wallMs()
  clock.stepMs(3_600_000)
  expect(there.view()).toEqual({ now: told(1), atMs })
  link.ended()
  clock.stepMs(FORGET_MS)
  expect(there.view()).toMatchObject({ now: told(1) })
  clock.stepMs(1)
  expect(there.view()).toBe(null)
})

test('The newest word counts, on whichever link; a link that ends leaves what the other one said', () => {
  const clock = new SteppedClock()
  const there = new PrinterThere(clock)
  const [lan, hub] = [there.link(), there.link()]
  lan.told(told(1))
  hub.told(told(2))
  expect(there.view()).toMatchObject({ now: told(2) })
  lan.told(told(3))
  expect(there.view()).toMatchObject({ now: told(3) })
  hub.ended()
  expect(there.view()).toMatchObject({ now: told(3) })
  clock.stepMs(FORGET_MS + 1)
  expect(there.view()).toMatchObject({ now: told(3) })
})

test('A link on which nothing is said of it, as by an earlier version, does not keep what an earlier link said', () => {
  const clock = new SteppedClock()
  const there = new PrinterThere(clock)
  const link = there.link()
  link.told(told(1))
  link.ended()
  there.link()
  clock.stepMs(FORGET_MS + 1)
  expect(there.view()).toBe(null)
})
