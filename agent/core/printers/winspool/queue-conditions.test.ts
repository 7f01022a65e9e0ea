// What each bit of a printer's state means: its words, and whether a label is handed over.
import { describe, expect, test } from 'vitest'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { WriteFailureCode } from '../write-outcome.ts'
import { PRINTER_ATTRIBUTE, PRINTER_STATUS } from './constants.ts'
import { queueConditions, refusalOf } from './queue-conditions.ts'

const WELL = { status: 0, attributes: 0, isUnplugged: false, leadsHere: false }

type Bit = keyof typeof PRINTER_STATUS
/** The compiler misses a bit that is added. */
const MEANING: Readonly<Record<Bit, readonly [PrinterCondition | null, WriteFailureCode | null]>> = {
  paused: ['queue_stopped', 'queue_stopped'],
  error: ['fault', null],
  pendingDeletion: ['queue_stopped', 'queue_stopped'],
  paperJam: ['paper_jam', null],
  paperOut: ['paper_out', null],
  manualFeed: ['paper_out', null],
  paperProblem: ['fault', null],
  offline: ['unreachable', 'printer_unreachable'],
  ioActive: [null, null],
  busy: [null, null],
  printing: [null, null],
  outputBinFull: ['fault', null],
  notAvailable: ['unreachable', 'printer_unreachable'],
  waiting: [null, null],
  processing: [null, null],
  initializing: [null, null],
  warmingUp: [null, null],
  tonerLow: [null, null],
  noToner: ['ribbon_out', null],
  pagePunt: ['fault', null],
  userIntervention: ['fault', null],
  outOfMemory: ['buffer_full', null],
  doorOpen: ['head_open', null],
  serverUnknown: ['unreachable', 'printer_unreachable'],
  powerSave: [null, null],
  serverOffline: ['unreachable', 'printer_unreachable'],
  driverUpdateNeeded: [null, null],
}
const bits = Object.entries(MEANING) as [Bit, (typeof MEANING)[Bit]][]

test.each(bits)('%s alone', (bit, [condition, refusal]) => {
  const queue = { ...WELL, status: PRINTER_STATUS[bit] }
  expect(queueConditions(queue)).toEqual(condition === null ? [] : [condition])
  expect(refusalOf(queue)).toBe(refusal)
})

test('a queue of which nothing is known is well, and takes labels', () => {
  expect([queueConditions(WELL), refusalOf(WELL)]).toEqual([[], null])
  expect(queueConditions({ ...WELL, attributes: ~PRINTER_ATTRIBUTE.workOffline >>> 0 })).toEqual([])
})

test('several at once are each said once', () => {
  const all = Object.values(PRINTER_STATUS).reduce((sum, bit) => sum | bit, 0)
  const told = queueConditions({ ...WELL, status: all })
  expect(new Set(told).size).toBe(told.length)
  expect(told).toEqual(expect.arrayContaining(['queue_stopped', 'paper_out', 'head_open', 'fault']))
})

describe('“Use Printer Offline”', () => {
  const offline = { ...WELL, attributes: PRINTER_ATTRIBUTE.workOffline | 0x240 }

  test('refuses labels, and says so', () => {
    expect([queueConditions(offline), refusalOf(offline)]).toEqual([['queue_stopped'], 'queue_offline'])
  })

  test('of a printer that is unplugged is Windows’ own doing: the plug comes first', () => {
    const unplugged = { ...offline, isUnplugged: true }
    expect([queueConditions(unplugged), refusalOf(unplugged)]).toEqual([['unreachable'], 'printer_unplugged'])
  })
})
