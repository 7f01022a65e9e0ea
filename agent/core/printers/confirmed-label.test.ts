// A label and, behind it on the same connection, the question whether it came out.
import { describe, expect, test } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { realLabels, sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { copiesOf } from '../languages/copies.ts'
import { Confirmation, confirmationOf, type ConfirmableLabel } from '../status/confirmation.ts'
import type { TailTalk } from '../status/tail-talk.ts'
import { SOCKET_LIMITS, writeToSocket, type SocketLimits } from './socket-writer.ts'
import * as peers from './test/printer-peer.ts'

const LABEL = Buffer.from('^XA^FO20,20^A0N,28,28^FDRx^FS^PQ2^XZ')
const SHORT = { connectMs: 1_000, stallMs: 200, closeMs: 200 }

type Limits = SocketLimits & { readonly clock?: Clock }

async function write(port: number, payload: Uint8Array, tail: TailTalk, given: Limits = SOCKET_LIMITS) {
  const signal = new AbortController().signal
  const { clock = systemClock, ...limits } = given
  return writeToSocket({
    address: { host: '127.0.0.1', port },
    payload,
    limits,
    clock,
    tail,
    signal,
  })
}

function confirmation(label: Partial<ConfirmableLabel> = {}): Confirmation {
  return new Confirmation({ copies: 2, odometer: 0, ...label })
}

describe('At a printer that answers', () => {
  test.each(realLabels())('$name is counted, and arrives as it is', async ({ bytes }) => {
    const printer = await startPrinter()
    printer.odometer.add(7)
    const label = {
      payload: bytes,
      language: 'zpl',
      isComplete: true,
      copies: copiesOf(bytes, 'zpl'),
    } as const
    const tail = confirmationOf({ ...label, odometer: 7 }, 'zpl')
    if (tail === null) return expect(bytes.toString('latin1')).toMatch(/[\^~]C[CTD]/i)
    expect(await write(printer.rawPort, bytes, tail)).toMatchObject({ ok: true, peerClosed: 'fin' })
    expect(tail.evidence()).toBe('L3')
    expect(tail.odometerAfter()).toBe(7 + label.copies)
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual([sha256(bytes)])
  })

  test.each([
    ['an unknown counter before', { odometer: null }, 'L2'],
    ['labels of others in between', { odometer: -3 }, 'L2'],
    ['a counter that stands still', { odometer: 0, copies: 3 }, null],
    ['a counter that went back', { odometer: 90 }, null],
  ] as const)('%s proves %s', async (_name, label, evidence) => {
    const printer = await startPrinter()
    const tail = confirmation(label)
    expect(await write(printer.rawPort, LABEL, tail)).toMatchObject({ ok: true })
    expect([tail.evidence(), tail.odometerAfter()]).toEqual([evidence, null])
    expect(printer.roll.entries()).toMatchObject([{ sha256: sha256(LABEL), labelsPrinted: 2 }])
  })

  test('a label that waits is counted once it comes out', async () => {
    const printer = await startPrinter()
    await printer.faults.set({ paused: true })
    const tail = confirmation()
    const outcome = write(printer.rawPort, LABEL, tail)
    await expect.poll(() => tail.reading(0)?.conditions).toEqual(['paused'])
    expect(tail.evidence()).toBeNull()
    await printer.faults.clear()
    expect(await outcome).toMatchObject({ ok: true })
    expect(tail.evidence()).toBe('L3')
  })

  /** A label in a printer without paper, over a clock that is stepped as long as `isGoingOn` says. */
  async function withoutPaper() {
    const printer = await startPrinter()
    const clock = new SteppedClock()
    await printer.faults.set({ paperOut: true })
    const tail = confirmation()
    const run = { isOver: false }
    const outcome = write(printer.rawPort, LABEL, tail, { ...SHORT, clock }).finally(
      () => (run.isOver = true),
    )
    const passes = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms && !run.isOver; passed += 500) {
        await delay(4)
        clock.stepMs(500)
      }
    }
    await passes(1_000)
    await until('the answer', () => tail.hold.stops().length > 0)
    return { printer, tail, outcome, run, passes }
  }

  test('a label without paper is held for as long as the printer says so, and counted when it comes out', async () => {
    const { printer, tail, outcome, run, passes } = await withoutPaper()
    await passes(600_000)
    expect([run.isOver, tail.hold.stops(), tail.evidence()]).toEqual([false, ['paper_out'], null])
    expect(tail.reading(5)).toMatchObject({ conditions: ['paper_out'], odometer: 0, isIdle: false, atMs: 5 })
    expect(printer.roll.entries()).toEqual([])
    await printer.faults.clear()
    await passes(3_500)
    expect(await outcome).toMatchObject({ ok: true })
    expect([tail.evidence(), tail.hold.stops()]).toEqual(['L3', []])
  })

  test('a label without paper in a printer that falls silent is in doubt after the usual time', async () => {
    const { printer, tail, outcome, run, passes } = await withoutPaper()
    await printer.faults.set({ neverRead: true })
    await passes(8_000)
    expect(run.isOver).toBe(false)
    await passes(8_000)
    expect(await outcome).toMatchObject({ ok: false, code: 'close_not_seen', retry: 'ambiguous' })
    expect(tail.evidence()).toBeNull()
  })
})

test('Wherever the connection breaks, nothing is proved that did not come out', async () => {
  const printer = await startPrinter()
  const proofs: number[] = []
  for (let at = 0; at <= LABEL.length + 90; at += 1) {
    await printer.faults.set({ resetAtByte: at })
    const odometer = printer.odometer.labelsPrinted()
    const tail = confirmation({ odometer })
    const outcome = await write(printer.rawPort, LABEL, tail)
    const advanced = printer.odometer.labelsPrinted() - odometer
    if (tail.evidence() === 'L3') proofs.push(advanced)
    if (outcome.ok) expect(advanced, `reset at byte ${at}`).toBe(2)
    else if (outcome.retry !== 'ambiguous') expect(advanced, `reset at byte ${at}`).toBe(0)
  }
  expect(new Set(proofs)).toEqual(new Set([2]))
})

test('A power cut while the label waits proves nothing', async () => {
  const printer = await startPrinter()
  await printer.faults.set({ paused: true })
  const tail = confirmation()
  const outcome = write(printer.rawPort, LABEL, tail)
  await expect.poll(() => tail.reading(0)?.conditions).toEqual(['paused'])
  await printer.faults.set({ powerOff: true })
  expect(await outcome).toMatchObject({ ok: false, retry: 'ambiguous' })
  expect([tail.evidence(), tail.odometerAfter(), printer.odometer.labelsPrinted()]).toEqual([null, null, 0])
})

describe('At a printer that does not', () => {
  test('the wait is short, and the question is asked once', async () => {
    const { port, connections } = await peers.printerPeer(peers.mute)
    const tail = confirmation()
    expect(await write(port, LABEL, tail)).toMatchObject({ ok: true })
    expect([tail.evidence(), tail.reading(0)]).toEqual([null, null])
    const received = connections[0]?.bytes().toString('latin1') ?? ''
    expect(received.startsWith(LABEL.toString('latin1'))).toBe(true)
    expect(received.match(/~HS/g)).toHaveLength(1)
  })

  test.each([
    ['closes', 'closed_early', (socket: { end: () => void }) => socket.end()],
    ['resets', 'connection_reset', (socket: { resetAndDestroy: () => void }) => socket.resetAndDestroy()],
  ] as const)('and %s instead, nobody knows', async (_name, code, then) => {
    const { port } = await peers.printerPeer(peers.after(LABEL.length + 5, then))
    expect(await write(port, LABEL, confirmation())).toMatchObject({ code, retry: 'ambiguous' })
  })

  test('and takes no bytes any more, the stall is seen', async () => {
    const { port } = await peers.printerPeer(peers.neverReading)
    const tail: TailTalk = {
      everyMs: 50,
      limitMs: 100,
      next: () => Buffer.alloc(16 * 1_048_576),
      hear: () => 'more',
    }
    expect(await write(port, LABEL, tail, SHORT)).toMatchObject({ code: 'write_stalled', retry: 'ambiguous' })
  })

  test('and the agent stops, it stops at once', async () => {
    const { port } = await peers.printerPeer(peers.mute)
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 100)
    const outcome = await writeToSocket({
      address: { host: '127.0.0.1', port },
      payload: LABEL,
      limits: SOCKET_LIMITS,
      clock: systemClock,
      tail: confirmation(),
      signal: stop.signal,
    })
    expect(outcome).toMatchObject({ code: 'stopped', retry: 'ambiguous' })
  })
})

describe('Nothing is asked', () => {
  const label = { payload: LABEL, language: 'zpl', isComplete: true, copies: 2, odometer: 0 } as const
  test.each([
    ['of a printer whose language is not known', label, null],
    ['of a printer of another language', label, 'epl'],
    ['behind a label of another language', { ...label, language: 'epl' }, 'zpl'],
    ['behind a label that is not whole', { ...label, isComplete: false }, 'zpl'],
    ['behind bytes that were not checked', { ...label, isComplete: null }, 'zpl'],
    ['behind a change of prefixes', { ...label, payload: Buffer.from('~CT!^XA^FDx^XZ') }, 'zpl'],
  ] as const)('%s', (_name, given, asked) => expect(confirmationOf(given, asked)).toBeNull())

  test('more than a minute, however many labels there are', () => {
    expect(confirmation({ copies: 1 }).limitMs).toBe(5_000)
    expect(confirmation({ copies: 3 }).limitMs).toBe(7_000)
    expect(confirmation({ copies: 5_000 }).limitMs).toBe(60_000)
  })
})
