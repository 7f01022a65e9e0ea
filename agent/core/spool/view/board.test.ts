// What a person is told of a label that another computer took and says nothing of.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { Board } from './board.ts'
import { Ledger } from '../ledger.ts'
import type { JobRow } from '../store/spool-store.ts'

const PAPER_OUT = reason('printer_condition', { condition: 'paper_out' })

test.each([
  ['nothing', [], [reason('no_news_yet', {})]],
  ['the way', [reason('through_hub', {})], [reason('no_news_yet', {})]],
  ['more', [reason('waits_there', { computer: 'PC-2' }), PAPER_OUT], null],
])('a label that was forwarded 11 s ago and says %s gets a reason where it has none', (_, reasons, told) => {
  const clock = new SteppedClock()
  const board = new Board(clock)
  const at = instant(clock.wallMs())
  const job: PrintJob = {
    id: '00000000-0000-4000-8000-000000000000',
    n: 1,
    state: 'forwarded',
    reasons,
    sender: '127.0.0.1',
    bytes: 9,
    language: 'zpl',
    destination: 'PC-2',
    attempts: 1,
    acceptedAt: at,
    changedAt: at,
  }
  board.set(job)
  expect(board.status()).toMatchObject({ waiting: 0, look: null })
  clock.stepMs(11_000)
  expect(board.status()).toMatchObject({ waiting: 1, look: { n: 1, reasons: told ?? reasons } })
})

test('the last label that came out or was handed over is that which did so last, whatever is said of it later', () => {
  const board = new Board(new SteppedClock())
  expect(board.lastOut).toBeNull()
  const seen = (n: number, state: PrintJob['state'], minute: number) => {
    const changedAt = `2026-11-20T12:${minute}:00.000Z`
    board.set(printJobOf({ id: `00000000-0000-4000-8000-00000000000${n}`, n, state, changedAt }))
    return `${board.lastOut?.n} at ${board.lastOut?.changedAt.slice(14, 16)}`
  }
  expect(seen(2, 'forwarded', 10)).toBe('2 at 10')
  expect(seen(2, 'printed', 11)).toBe('2 at 10')
  for (const state of ['accepted', 'failed', 'unknown', 'cancelled'] as const)
    expect(seen(3, state, 12)).toBe('2 at 10')
  expect(seen(1, 'sent_to_printer', 13)).toBe('1 at 13')
  expect(seen(3, 'sent_to_printer', 14)).toBe('3 at 14')
  expect(seen(2, 'unknown', 15)).toBe('3 at 14')
})

test('a label that found no room is told until one is taken, for an hour at most', async () => {
  const clock = new SteppedClock()
  let fault: Error | null = new ProblemError('unavailable', DISK_FULL)
  const accept = async () => (fault === null ? (ROW as unknown as JobRow) : Promise.reject(fault))
  const ledger = new Ledger({
    store: { accept } as never,
    clock,
    logger: silentLogger,
    onChange: () => undefined,
    onRemoteNews: () => undefined,
  })
  const send = async () => ledger.accept({ state: 'accepted' } as never, new Uint8Array(1)).catch(() => null)
  await send()
  const at = instant(clock.wallMs())
  expect(ledger.board.status().refused).toEqual({ at, reason: DISK_FULL })
  clock.stepMs(3_600_001)
  expect(ledger.board.status().refused).toBeNull()
  await send()
  fault = null
  await send()
  expect(ledger.board.status().refused).toBeNull()
  fault = new ProblemError('invalid', 'The label is empty')
  await send()
  expect(ledger.board.status().refused).toBeNull()
})

const DISK_FULL = reason('disk_full', {})
const ROW = {
  id: '00000000-0000-4000-8000-000000000000',
  n: 1,
  state: 'accepted',
  reasons: [],
  sender: '127.0.0.1',
  bytes: 9,
  language: 'zpl',
  destination: null,
  attempts: 0,
  acceptedAtMs: 0,
  changedAtMs: 0,
  origin: null,
  reprint: null,
  reprintedAs: null,
}
