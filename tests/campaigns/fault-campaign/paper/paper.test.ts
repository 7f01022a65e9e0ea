// The account of labels while the paper is out finds what breaks the promise.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { expect, test } from 'vitest'
import { lastOutMs, waitingOf, type SeenJob } from './outs.ts'

test('A label that waits and does not say why is found, but not one that has only just come', () => {
  const job = (state: SeenJob['state'], ageMs: number, reasons: SeenJob['reasons'] = []): SeenJob => ({
    state,
    reasons,
    acceptedAt: new Date(100_000 - ageMs).toISOString(),
  })
  const paperOut = reason('printer_condition', { condition: 'paper_out' })
  const jobs = [
    job('waiting_for_printer', 9_000, [paperOut]),
    job('forwarded', 9_000, [reason('waits_there', { computer: 'PC' }), paperOut]),
    job('sending', 9_000, [reason('printer_condition', { condition: 'not_answering' })]),
    job('forwarded', 9_000),
    job('accepted', 500),
    job('printed', 9_000),
  ]
  expect(waitingOf(jobs, 100_000 - 2_000)).toEqual({ waited: 4, silent: 2 })
})

test('The last label after a new roll is one that was taken before it', () => {
  const out = { rolledMs: 1_000 }
  const way = (takenMs: number, paperMs: number | null) => ({ takenMs, paperMs })
  expect(lastOutMs(out, [way(100, 200), way(500, 1_700), way(900, 1_400), way(1_100, 9_000)])).toBe(700)
  expect(lastOutMs(out, [way(100, 200)])).toBeNull()
  expect(lastOutMs(out, [way(100, null)])).toBe(Number.POSITIVE_INFINITY)
})
