// What follows each failure: again only while no byte left.
import { describe, expect, test } from 'vitest'
import { writeFailure, type WriteFailureCode } from '../../printers/write-outcome.ts'
import { afterFailure } from './retry-rule.ts'

/** Every code; the compiler misses one that is added. */
const UNSENT: Readonly<Record<WriteFailureCode, 'again' | 'failed'>> = {
  printer_unreachable: 'again',
  printer_busy: 'again',
  printer_not_found: 'again',
  address_not_usable: 'failed',
  write_stalled: 'again',
  connection_reset: 'again',
  closed_early: 'again',
  close_not_seen: 'again',
  queue_failed: 'again',
  job_not_finished: 'again',
  queue_stopped: 'again',
  queue_waits: 'again',
  queue_cancelled: 'failed',
  queue_offline: 'again',
  queue_denied: 'again',
  queue_disk_full: 'again',
  raw_refused: 'failed',
  spooler_stopped: 'again',
  print_server_silent: 'again',
  printer_unplugged: 'again',
  file_not_written: 'again',
  device_no_rights: 'again',
  device_gone: 'again',
  usb_twins: 'again',
  printer_has_queue: 'again',
  stopped: 'again',
  other_certificate: 'again',
  no_tls: 'again',
  tls_silent: 'again',
}
const codes = Object.entries(UNSENT) as [WriteFailureCode, 'again' | 'failed'][]

describe('After a failure', () => {
  test.each(codes)('%s before the first byte: %s', (code, kind) => {
    for (const attempt of [1, 2, 100]) {
      expect(afterFailure({ code, bytesSent: 0, attempt }, 0.5)).toMatchObject({ kind })
    }
  })

  test.each(codes)('%s after the first byte: unknown, at any try', (code) => {
    for (const bytesSent of [1, 2_500, 5_000_000])
      for (const attempt of [1, 2, 100])
        expect(afterFailure({ code, bytesSent, attempt }, 0.5)).toMatchObject({ kind: 'unknown' })
  })

  test.each(codes)('%s: the rule says what the failure itself says', (code) => {
    for (const bytesSent of [0, 1]) {
      const { retry } = writeFailure(code, bytesSent > 0, '')
      const kind = { transient: 'again', ambiguous: 'unknown', permanent: 'failed' }[retry]
      expect(afterFailure({ code, bytesSent, attempt: 1 }, 0).kind).toBe(kind)
    }
  })

  test('waits for the same label, and for the one behind an unknown one, grow from 1 to 2 s to 15 to 30 s', () => {
    const waits = (draw: number) =>
      [1, 2, 3, 4, 5, 6, 1_000].map((attempt) => {
        const next = afterFailure({ code: 'printer_unreachable', bytesSent: 0, attempt }, draw)
        const after = afterFailure({ code: 'connection_reset', bytesSent: 9, attempt }, draw)
        expect(next.kind === 'again' && next.afterMs).toBe(after.kind === 'unknown' && after.pauseMs)
        return next.kind === 'again' ? next.afterMs : null
      })
    expect(waits(0)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    expect(waits(0.5)).toEqual([1_500, 3_000, 6_000, 12_000, 22_500, 22_500, 22_500])
  })
})
