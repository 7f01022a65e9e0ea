// Whether another print of a label could be a second one, for every state that can be printed again.
import { expect, test } from 'vitest'
import type { PrinterCondition } from '../printer-condition.ts'
import type { Evidence, JobState } from '../print-job.ts'
import { reason } from '../reasons/make-reason.ts'
import type { Reasons } from '../reasons/reason.ts'
import { mayStillCome } from './may-still-come.ts'

const says = (condition: PrinterCondition) => reason('printer_condition', { condition })
const OUT = says('paper_out')
const THERE = reason('at_computer', { computer: 'DISPENSARY' })

type Case = readonly [what: string, JobState, Reasons, Evidence | null, readonly PrinterCondition[]]

test.each<Case>([
  ['unknown at a stopped printer', 'unknown', [reason('may_still_come', {}), OUT], null, []],
  ['in the printer of another computer', 'forwarded', [THERE, OUT], null, []],
  ['waiting at another computer', 'forwarded', [reason('waits_there', { computer: 'A' })], null, []],
  ['handed over to a printer that has no paper now', 'sent_to_printer', [], 'L0', ['paper_out']],
  ['closed by a printer that is open now', 'sent_to_printer', [], 'L1', ['head_open']],
  ['handed over, and nothing is known', 'sent_to_printer', [], null, ['paused']],
])('A label that is %s may still come', (_, state, reasons, evidence, printer) => {
  expect(mayStillCome({ state, reasons }, { evidence }, printer)).toBe(true)
})

test.each<Case>([
  ['unknown at a printer that goes on', 'unknown', [reason('connection_reset', {})], null, ['paper_out']],
  ['at another computer whose printer is low on paper', 'forwarded', [THERE, says('paper_low')], null, []],
  ['at another computer', 'forwarded', [], null, ['paper_out']],
  ['handed over to a printer that goes on', 'sent_to_printer', [], 'L0', ['paper_low', 'unreachable']],
  ['proved by an empty buffer', 'sent_to_printer', [], 'L2', ['paper_out']],
  ['seen by a person', 'sent_to_printer', [reason('seen_out', {})], 'L0', ['paper_out']],
  ['printed', 'printed', [], 'L3', ['paper_out']],
  ['failed before a byte left', 'failed', [], null, ['paper_out']],
])('A label that is %s is printed again without a warning', (_, state, reasons, evidence, printer) => {
  expect(mayStillCome({ state, reasons }, { evidence }, printer)).toBe(false)
})
