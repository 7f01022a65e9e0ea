// Errors of the spooler in words, and what follows for the label.
import { expect, test } from 'vitest'
import { failureOf } from './spooler-failure.ts'
import { NO_ANSWER } from './spooler-facts.ts'

test.each([
  [5, 'queue_denied', 'transient'],
  [39, 'queue_disk_full', 'transient'],
  [63, 'queue_cancelled', 'permanent'],
  [112, 'queue_disk_full', 'transient'],
  [1062, 'spooler_stopped', 'transient'],
  [1722, 'spooler_stopped', 'transient'],
  [1726, 'spooler_stopped', 'transient'],
  [1727, 'spooler_stopped', 'transient'],
  [1753, 'spooler_stopped', 'transient'],
  [1801, 'printer_not_found', 'transient'],
  [1804, 'raw_refused', 'permanent'],
  [1905, 'printer_not_found', 'transient'],
  [NO_ANSWER, 'print_server_silent', 'transient'],
  [1797, 'queue_failed', 'transient'],
  [0, 'queue_failed', 'transient'],
])('error %i: %s', (code, expected, retry) => {
  const failure = { step: 'OpenPrinterW', code }
  expect(failureOf(failure, false)).toMatchObject({ code: expected, retry })
  expect(failureOf(failure, true)).toMatchObject({ code: expected, retry: 'ambiguous' })
})

test('the call and its number stand in the English words, for support', () => {
  expect(failureOf({ step: 'StartDocPrinterW', code: 1804 }, false).reason.detail).toMatch(
    /takes no label commands.*\(StartDocPrinterW: Windows error 1804\)/,
  )
})
