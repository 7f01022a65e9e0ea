// A label in a CUPS queue whose printer has stopped: waited for with its cause, through a private cupsd and a back end that says so.
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { createCupsPrinters } from './cups.ts'
import { QueueHold } from './queue-hold.ts'
import { hasCupsd } from './test/cupsd.ts'
import { paperQueue } from './test/paper-queue.ts'

/** Of a queue that says nothing; far shorter than the labels below are held. */
const JOB_MS = 4_000

async function queue() {
  const paper = await paperQueue()
  const held: string[] = []
  const printers = createCupsPrinters({ socketPath: paper.socketPath, jobMs: JOB_MS, clock: systemClock })
  const stop = new AbortController()
  const print = async (text: string) =>
    printers.print({
      address: 'Q',
      payload: Buffer.from(text),
      title: `label ${text}`,
      signal: stop.signal,
      onHeld: (stops) => held.push(stops.join()),
    })
  return { ...paper, held, print, stop, conditions: async () => printers.conditions?.('Q') }
}

describe.skipIf(!hasCupsd)('A CUPS queue (as root, after: apt-get install cups cups-client)', () => {
  test.each([
    ['media-empty', 'paper_out'],
    ['cover-open', 'head_open'],
  ] as const)('that says %s keeps its label until it goes on, and says why', async (why, condition) => {
    const { print, stops, goesOn, held, roll, conditions } = await queue()
    stops(why)
    const printing = print('one')
    await until('the cause', () => held.length > 0)
    await delay(2 * JOB_MS)
    expect([held, roll()]).toEqual([[condition], []])
    goesOn()
    expect(await printing).toEqual({ ok: true })
    expect(roll()).toEqual(['one'])
    expect(await conditions()).toEqual([])
  })

  test('that says nothing is given up as ever, and nobody knows what was printed', async () => {
    const { print, sticks, held } = await queue()
    sticks()
    expect(await print('one')).toMatchObject({ code: 'job_not_finished', retry: 'ambiguous' })
    expect(held).toEqual([])
  })

  test('that still says what stopped the job before prints the next label', async () => {
    const { print, stops, goesOn, keepsSaying, held, roll, conditions } = await queue()
    keepsSaying()
    stops()
    const printing = print('one')
    await until('the cause', () => held.length > 0)
    goesOn()
    expect(await printing).toEqual({ ok: true })
    expect(await conditions()).toEqual(['paper_out'])
    expect(await print('two')).toEqual({ ok: true })
    expect(roll()).toEqual(['one', 'two'])
  })

  test('that has stopped gives its label up when the agent stops', async () => {
    const { print, stops, held, stop } = await queue()
    stops()
    const printing = print('one')
    await until('the cause', () => held.length > 0)
    stop.abort()
    expect(await printing).toMatchObject({ code: 'stopped', retry: 'ambiguous' })
  })
})

describe('The time of a label in a queue', () => {
  function holdOf() {
    let nowMs = 0
    const told: string[] = []
    const hold = new QueueHold({ startMs: 0, onHeld: (stops) => told.push(stops.join()) })
    const after = (ms: number, conditions: readonly PrinterCondition[] | null) => {
      nowMs += ms
      hold.heard(conditions, nowMs)
      return hold.isOver(90_000, nowMs)
    }
    return { told, after }
  }

  test('begins anew when its printer goes on, and each cause is told once', () => {
    const { told, after } = holdOf()
    const looks = [
      after(80_000, ['paper_out', 'paper_low']),
      after(80_000, ['paper_out']),
      after(80_000, ['head_open']),
      after(80_000, []),
      after(9_999, []),
      after(1, []),
    ]
    expect(looks).toEqual([false, false, false, false, false, true])
    expect(told).toEqual(['paper_out', 'head_open', ''])
  })

  test('goes on where its printer is away or says what nobody can put right there', () => {
    for (const away of ['unreachable', 'queue_stopped'] as const)
      expect(holdOf().after(90_000, [away, 'paper_out'])).toBe(true)
    for (const other of ['fault', 'offline', 'buffer_full', 'other'] as const)
      expect(holdOf().after(90_000, [other])).toBe(true)
  })

  test('goes on after a day, whatever the queue says', () => {
    const { told, after } = holdOf()
    for (let hour = 1; hour < 24; hour += 1) expect(after(3_600_000, ['paper_out'])).toBe(false)
    expect(after(3_600_000, ['paper_out'])).toBe(true)
    expect(told).toEqual(['paper_out', ''])
  })

  test('goes on while the print server does not answer', () => {
    const { told, after } = holdOf()
    expect([after(89_000, ['paper_out']), after(89_000, null), after(1_000, null)]).toEqual([
      false,
      false,
      true,
    ])
    expect(told).toEqual(['paper_out'])
  })
})
