// What each bit of a job's state means for its label.
import { describe, expect, test } from 'vitest'
import { JOB_STATUS } from './constants.ts'
import {
  hasBegun,
  isOurs,
  isTakenBackWhole,
  verdictOn,
  verdictOnGone,
  type JobVerdict,
} from './job-verdict.ts'
import type { SpoolJob } from './spooler-facts.ts'

const JOB: SpoolJob = { id: 7, title: 'label x', computer: 'PC', status: 0, printingMs: 0, pages: 0 }
const job = (status: number, more: Partial<SpoolJob> = {}): SpoolJob => ({ ...JOB, status, ...more })

type Bit = keyof typeof JOB_STATUS
/** Alone; and when a job was seen so last and is gone then. The compiler misses a bit that is added. */
const MEANING: Readonly<Record<Bit, readonly [verdict: JobVerdict, gone: 'finished' | 'cancelled']>> = {
  paused: ['waiting', 'cancelled'],
  error: ['begun', 'finished'],
  deleting: ['cancelled', 'cancelled'],
  spooling: ['waiting', 'finished'],
  printing: ['begun', 'finished'],
  offline: ['waiting', 'cancelled'],
  paperOut: ['begun', 'finished'],
  printed: ['finished', 'finished'],
  deleted: ['cancelled', 'cancelled'],
  blocked: ['waiting', 'cancelled'],
  userIntervention: ['begun', 'finished'],
  restart: ['begun', 'finished'],
  complete: ['finished', 'finished'],
  retained: ['finished', 'finished'],
  renderingLocally: ['waiting', 'finished'],
}
const bits = Object.entries(MEANING) as [Bit, (typeof MEANING)[Bit]][]

describe.each(bits)('The bit %s', (bit, [verdict, gone]) => {
  const alone = job(JOB_STATUS[bit])

  test(`alone: ${verdict}, and gone from there: ${gone}`, () => {
    expect(verdictOn(alone)).toBe(verdict)
    expect(verdictOnGone(alone)).toBe(gone)
  })

  test('a job that was printing some time has begun, whatever its bits are now', () => {
    for (const begun of [{ printingMs: 1 }, { pages: 1 }]) {
      expect(hasBegun({ ...alone, ...begun })).toBe(true)
      expect(verdictOn({ ...alone, ...begun })).not.toBe('waiting')
    }
  })

  test('beside PRINTING it is never taken for one that left nothing', () => {
    const printing = job(JOB_STATUS[bit] | JOB_STATUS.printing)
    expect(verdictOn(printing)).not.toBe('waiting')
    expect(isTakenBackWhole({ wasPaused: true, before: printing, after: null })).toBe(false)
  })
})

test('every combination of two bits has one verdict, and one that is done stays done', () => {
  for (const [, one] of Object.entries(JOB_STATUS))
    for (const [, other] of Object.entries(JOB_STATUS)) {
      const both = verdictOn(job(one | other))
      const isDone = [one, other].some((bit) => verdictOn(job(bit)) === 'finished')
      if (isDone && (one | other) !== (one | other | JOB_STATUS.restart)) expect(both).toBe('finished')
    }
  expect(verdictOn(job(JOB_STATUS.printed | JOB_STATUS.deleting))).toBe('finished')
  expect(verdictOn(job(JOB_STATUS.printed | JOB_STATUS.restart))).toBe('begun')
  expect(verdictOn(job(JOB_STATUS.printing | JOB_STATUS.deleting))).toBe('cancelled')
})

test('a job that was never seen in its queue was handed on before anybody looked', () => {
  expect(verdictOnGone(null)).toBe('finished')
})

describe('A job that was taken back left nothing only', () => {
  const whole = { wasPaused: true, before: job(JOB_STATUS.paused), after: null }

  test('when it was paused, had not begun, and is gone or going', () => {
    expect(isTakenBackWhole(whole)).toBe(true)
    expect(isTakenBackWhole({ ...whole, after: job(JOB_STATUS.deleting | JOB_STATUS.paused) })).toBe(true)
  })

  test.each([
    ['it could not be paused', { wasPaused: false }],
    ['it was not there any more', { before: null }],
    ['it had begun', { before: job(JOB_STATUS.paused | JOB_STATUS.printing) }],
    ['it is still there', { after: job(JOB_STATUS.paused) }],
    ['it began meanwhile', { after: job(JOB_STATUS.deleting | JOB_STATUS.printing) }],
  ])('not when %s', (_, change) => expect(isTakenBackWhole({ ...whole, ...change })).toBe(false))
})

describe('A job is ours', () => {
  const title = 'label 0b5c3b6e-8f0a-4a41-9d5e-3f0c6f1f2a10'

  test('by its title and this computer, whose name Windows cuts after 15 characters', () => {
    expect(isOurs({ title, computer: 'DISPENSARY' }, 'dispensary')).toBe(true)
    expect(isOurs({ title, computer: 'PHARMACY-DISPEN' }, 'pharmacy-dispensary-2')).toBe(true)
  })

  test.each([
    [title, 'COUNTER-1'],
    [title, ''],
    ['label of somebody', 'DISPENSARY'],
    ['Microsoft Word - label.docx', 'DISPENSARY'],
  ])('%s of %s is not', (other, computer) =>
    expect(isOurs({ title: other, computer }, 'DISPENSARY')).toBe(false),
  )
})
