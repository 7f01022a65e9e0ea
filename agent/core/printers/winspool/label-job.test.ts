// What becomes of a label in a queue of Windows: the states that Wine does not have, through a queue that a test scripts.
import { describe, expect, test } from 'vitest'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { PRINTER_ATTRIBUTE, PRINTER_STATUS, JOB_STATUS } from './constants.ts'
import { JOB, failing, scriptedSpooler, silent, type QueueScript } from './test/scripted-spooler.ts'
import type { SpoolJob } from './spooler-facts.ts'
import { windowsPrintersOn } from './winspool.ts'
import { giveUp, mayWrite } from './write-gate.ts'

/** Limits pass at once: each look at the clock is seconds later. */
function hastyClock(): Clock {
  let nowMs = 0
  return { ...systemClock, monotonicMs: () => (nowMs += 4_000), after: (_, run) => systemClock.after(0, run) }
}

const OURS = 'label 0b5c3b6e-8f0a-4a41-9d5e-3f0c6f1f2a10'
const PAYLOAD = Buffer.from('^XA^FDx^FS^XZ')

function printing(script: QueueScript) {
  const spooler = scriptedSpooler(script)
  const parts = { labels: spooler, questions: spooler, lists: spooler, clock: hastyClock(), computer: 'PC' }
  const backend = windowsPrintersOn(parts)
  const held: string[] = []
  const onHeld = (stops: readonly string[]): void => void held.push(stops.join())
  const print = async (signal = new AbortController().signal, address = 'ZD421') =>
    backend.print({ address, payload: PAYLOAD, title: OURS, signal, onHeld })
  const queued = async (signal = new AbortController().signal) => backend.queued?.('ZD421', OURS, signal)
  return { ...backend, asked: spooler.asked, held, print, queued }
}

const status = (bits: number) => ({ queue: { status: bits } })

describe('A label is not handed to a queue', () => {
  test.each<readonly [string, QueueScript, string]>([
    ['that is paused', status(PRINTER_STATUS.paused), 'queue_stopped'],
    ['that Windows calls offline', status(PRINTER_STATUS.offline), 'printer_unreachable'],
    ['that is set offline', { queue: { attributes: PRINTER_ATTRIBUTE.workOffline } }, 'queue_offline'],
    ['whose printer is unplugged', { queue: { isUnplugged: true } }, 'printer_unplugged'],
    ['that is not there', { queue: failing(1801) }, 'printer_not_found'],
    ['while the spooler is stopped', { queue: failing(1722) }, 'spooler_stopped'],
    ['on which the agent may not print', { queue: failing(5) }, 'queue_denied'],
    ['while Windows does not answer', { queue: silent }, 'print_server_silent'],
  ])('%s', async (_, script, code) => {
    const { print, asked } = printing(script)
    expect(await print()).toMatchObject({ code, retry: 'transient' })
    expect(asked).toEqual([])
  })

  test.each(['', ' ', 'a,Job 3', 'a!b', 'x'.repeat(221), 'a\n'])('that is named %j', async (address) => {
    const { print, status: presence } = printing({})
    expect(await print(undefined, address)).toMatchObject({ code: 'address_not_usable', retry: 'permanent' })
    expect(await presence(address)).toMatchObject({ state: 'absent' })
  })
})

describe('A label that was handed over', () => {
  test.each<readonly [string, NonNullable<QueueScript['looks']>]>([
    ['is gone before anybody looks', [null]],
    ['is seen printing and gone then', [{ status: JOB_STATUS.printing }, null]],
    ['is kept as a printed document', [{ status: JOB_STATUS.spooling }, { status: JOB_STATUS.printed }]],
    ['is sent and not printed yet', [{ status: JOB_STATUS.complete }]],
    ['is finished after the spooler did not answer for a while', [silent, failing(1722), null]],
  ])('%s: it is at the device', async (_, looks) => {
    expect(await printing({ looks }).print()).toEqual({ ok: true })
  })

  test.each<readonly [string, QueueScript, object]>([
    [
      'waits too long without being begun',
      { looks: [{ status: JOB_STATUS.blocked }] },
      { code: 'queue_waits', retry: 'transient' },
    ],
    [
      'waits, and Windows cannot pause it',
      { looks: [{}], cannotPause: true },
      { code: 'job_not_finished', retry: 'ambiguous' },
    ],
    [
      'waits, and cannot be deleted',
      { looks: [{}], afterDelete: { status: JOB_STATUS.paused } },
      { code: 'job_not_finished', retry: 'ambiguous' },
    ],
    [
      'began and is not finished in time',
      { looks: [{ status: JOB_STATUS.printing | JOB_STATUS.error }] },
      { code: 'job_not_finished', retry: 'ambiguous' },
    ],
    [
      'is in a spooler that does not come back',
      { looks: [failing(1722)] },
      { code: 'job_not_finished', retry: 'ambiguous' },
    ],
    [
      'is deleted by somebody before it began',
      { looks: [{ status: JOB_STATUS.paused }, null] },
      { code: 'queue_cancelled', retry: 'permanent' },
    ],
    [
      'is deleted by somebody while it printed',
      { looks: [{ status: JOB_STATUS.printing | JOB_STATUS.deleting }, null] },
      { code: 'queue_cancelled', retry: 'ambiguous' },
    ],
  ])('%s', async (_, script, outcome) => {
    expect(await printing(script).print()).toMatchObject(outcome)
  })

  test.each<readonly [string, Partial<SpoolJob>, number, readonly string[]]>([
    ['by its job', { status: JOB_STATUS.printing | JOB_STATUS.paperOut }, 0, ['paper_out']],
    ['by its queue', { status: JOB_STATUS.printing }, PRINTER_STATUS.doorOpen, ['head_open']],
    ['by both', { status: JOB_STATUS.paperOut }, PRINTER_STATUS.paperOut, ['paper_out']],
  ])(
    'whose printer says %s that it has stopped is waited for, with its cause',
    async (_, job, bits, held) => {
      const looks = [...Array.from({ length: 300 }, () => job), null]
      const { print, held: told, asked } = printing({ looks, ...status(bits) })
      expect(await print()).toEqual({ ok: true })
      expect([told, asked]).toEqual([held, ['hand over']])
    },
  )

  test('whose printer is in an error without a name is given up as ever', async () => {
    const looks = [{ status: JOB_STATUS.printing | JOB_STATUS.error }]
    const { print, held } = printing({ looks, ...status(PRINTER_STATUS.error) })
    expect(await print()).toMatchObject({ code: 'job_not_finished', retry: 'ambiguous' })
    expect(held).toEqual([])
  })

  test('finishes in the moment in which it is to be taken back: it is at the device', async () => {
    const waits = Array.from({ length: 4 }, () => ({ status: JOB_STATUS.spooling }))
    const { print, asked } = printing({ looks: [...waits, { status: JOB_STATUS.printed }] })
    expect(await print()).toEqual({ ok: true })
    expect(asked).toEqual(['hand over', 'take back 7'])
  })

  test('is taken back when the agent stops', async () => {
    const stop = new AbortController()
    const waiting = printing({ looks: [{}], onHandOver: () => stop.abort() })
    expect(await waiting.print(stop.signal)).toMatchObject({ code: 'stopped', retry: 'transient' })
    const again = new AbortController()
    const begun = printing({ looks: [{ printingMs: 5 }], onHandOver: () => again.abort() })
    expect(await begun.print(again.signal)).toMatchObject({ code: 'stopped', retry: 'ambiguous' })
  })
})

describe('Handing over fails', () => {
  const failed = { kind: 'failed', failure: { step: 'EndDocPrinter', code: 112 } } as const
  const waiting = { ...JOB, status: JOB_STATUS.paused }

  test.each([
    ['before the first byte', { hasWritten: false, takenBack: null }, 'transient'],
    ['with bytes in the queue', { hasWritten: true, takenBack: null }, 'ambiguous'],
    [
      'with bytes in the queue that were all taken back',
      { hasWritten: true, takenBack: { wasPaused: true, before: waiting, after: null } },
      'transient',
    ],
    [
      'with bytes that were on their way',
      {
        hasWritten: true,
        takenBack: { wasPaused: true, before: { ...waiting, printingMs: 1 }, after: null },
      },
      'ambiguous',
    ],
  ] as const)('%s', async (_, end, retry) => {
    const { print } = printing({ handOver: { ...failed, ...end } })
    expect(await print()).toMatchObject({ code: 'queue_disk_full', retry })
  })

  test('a thread that hangs or ends: only the gate tells whether bytes left', async () => {
    const before = printing({ handOver: silent })
    expect(await before.print()).toMatchObject({ code: 'print_server_silent', retry: 'transient' })
    const writes = printing({ handOver: silent, onHandOver: ({ gate }) => void mayWrite(gate) })
    expect(await writes.print()).toMatchObject({ code: 'print_server_silent', retry: 'ambiguous' })
  })

  test('the gate of a label that was given up stays shut', async () => {
    let gate: SharedArrayBuffer | null = null
    await printing({ handOver: silent, onHandOver: (label) => (gate = label.gate) }).print()
    expect(gate === null ? null : [mayWrite(gate), giveUp(gate)]).toEqual([false, true])
  })
})

test('what an ended agent left in the queue is taken back before the next label, and nobody else’s', async () => {
  const jobs = [
    { ...JOB, id: 1, title: OURS },
    { ...JOB, id: 2, title: OURS, computer: 'COUNTER-1' },
    { ...JOB, id: 3, title: 'Letter.docx' },
    { ...JOB, id: 4, title: OURS, status: JOB_STATUS.printed | JOB_STATUS.retained },
  ]
  const { print, asked } = printing({ queue: { jobs: 4 }, jobs: [jobs], looks: [{}, null] })
  expect(await print()).toEqual({ ok: true })
  expect(asked).toEqual(['take back 1', 'hand over'])
})

describe('After a crash the queue is asked for the very label', () => {
  const ours = (bits: number) => [{ ...JOB, title: OURS, status: bits }]

  test.each<readonly [string, QueueScript, string]>([
    ['it is kept there as printed', { jobs: [ours(JOB_STATUS.printed)] }, 'finished'],
    ['it prints, and is gone then', { jobs: [ours(JOB_STATUS.printing), []] }, 'finished'],
    ['it waits, and is taken back', { jobs: [ours(0)], looks: [{}] }, 'never_begun'],
    ['it waits, and began meanwhile', { jobs: [ours(0)], looks: [{ printingMs: 1 }] }, 'unknown'],
    ['it prints and does not end', { jobs: [ours(JOB_STATUS.printing)], looks: [{ pages: 1 }] }, 'unknown'],
    ['it was being deleted, and is gone', { jobs: [ours(JOB_STATUS.deleting), []] }, 'unknown'],
    ['it is not there', { jobs: [[{ ...JOB, title: 'Letter.docx' }]] }, 'unknown'],
    ['the spooler is stopped', { jobs: failing(1722) }, 'unknown'],
  ])('%s', async (_, script, expected) => {
    expect(await printing(script).queued()).toBe(expected)
  })
})

test('what the queue says is told in words, and its silence as silence', async () => {
  const told = printing(status(PRINTER_STATUS.paperOut | PRINTER_STATUS.printing))
  expect(await told.conditions?.('ZD421')).toEqual(['paper_out'])
  expect(await printing({ queue: silent }).conditions?.('ZD421')).toBeNull()
  expect(await printing({ queue: failing(1722) }).status('ZD421')).toMatchObject({
    state: 'unknown',
    reason: { code: 'spooler_stopped' },
  })
  expect(await printing({ queue: { isUnplugged: true } }).status('ZD421')).toMatchObject({
    state: 'absent',
    reason: { code: 'printer_unplugged' },
  })
})
