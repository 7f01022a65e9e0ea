// Printers on serial ports, over real pseudo-terminals of socat: every label, status, flow control, and cables pulled out.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { allByteValues, realLabels, sha256, startPrinter } from '../../../test-printer/test/printer-rig.ts'
import { Question } from '../../status/question.ts'
import { zplStatus } from '../../status/zpl-status.ts'
import { SERIAL_LIMITS } from './serial.ts'
import type { SerialCable } from './test/serial-cable.ts'
import { LABEL, labelTo as label, serialPrinters as backend } from './test/serial-back-end.ts'
import { bridgeTo, hasPseudoTerminals, openPort, serialCable, serialPeer } from './test/test-cable.ts'

const BIG = allByteValues()
const XOFF = '\x13'
const XON = '\x11'
const IMPATIENT = { ...SERIAL_LIMITS, stallMs: 400 }

describe.skipIf(!hasPseudoTerminals)('A printer on a serial port (Linux)', () => {
  test('is listed under its port alone, with its line', async () => {
    const { port } = await serialCable()
    const printers = backend(`${port}?baud=19200&parity=even&flow=rtscts`)
    const place = { kind: 'port', name: port }
    const row = { id: `serial:${port}`, name: port, detail: '19200 8E1 RTS/CTS', place }
    expect(await printers.list()).toEqual([row])
    expect(await printers.status(port)).toEqual({ state: 'present', reason: null })
  })

  test('gets every label of the test printer byte for byte', async () => {
    const cable = await serialCable()
    const printer = await startPrinter()
    const bridge = bridgeTo(cable, printer.rawPort)
    const printers = backend(cable.port)
    const labels = realLabels()
    for (const { bytes } of labels) {
      expect(await printers.print(label(cable.port, bytes))).toEqual({ ok: true })
      await until('the bytes', () => bridge.bytes() >= bytes.length)
      await bridge.finish()
    }
    expect(labels.length).toBeGreaterThan(20)
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual(
      labels.map(({ bytes }) => sha256(bytes)),
    )
  })

  test('gets every byte value unchanged, also those of flow control, which it does not use', async () => {
    const cable = await serialCable()
    const peer = serialPeer(cable)
    expect(await backend(cable.port).print(label(cable.port, BIG))).toEqual({ ok: true })
    await until('the bytes', () => peer.bytes().length >= BIG.length)
    expect(sha256(peer.bytes())).toBe(sha256(BIG))
  })

  test('tells how it is in its language, and what stops it', async () => {
    const cable = await serialCable()
    const printer = await startPrinter()
    const bridge = bridgeTo(cable, printer.rawPort)
    printer.odometer.add(41)
    const printers = backend(cable.port)
    expect(await printers.read?.(cable.port, 'zpl')).toMatchObject({
      kind: 'reading',
      reading: { model: 'TESTPRINTER-203dpi', isIdle: true, conditions: [], odometer: 41 },
    })
    await bridge.finish()
    await printer.faults.set({ paperOut: true })
    expect(await printers.read?.(cable.port, 'zpl')).toMatchObject({ reading: { conditions: ['paper_out'] } })
    await bridge.finish()
    expect(printer.roll.entries()).toEqual([])
  })

  test('that says nothing is silent, and one whose port is gone is not reached', async () => {
    const cable = await serialCable()
    serialPeer(cable)
    const printers = backend(cable.port)
    expect(await printers.read?.(cable.port, 'zpl')).toMatchObject({ kind: 'silent' })
    cable.pull()
    expect(await printers.read?.(cable.port, 'zpl')).toMatchObject({
      kind: 'unreachable',
      failure: { code: 'printer_unreachable' },
    })
    expect(await printers.status(cable.port)).toMatchObject({
      state: 'absent',
      reason: { code: 'printer_unreachable' },
    })
  })

  test('answers behind a label on the same connection', async () => {
    const cable = await serialCable()
    const printer = await startPrinter()
    const bridge = bridgeTo(cable, printer.rawPort)
    const tail = new Question(zplStatus)
    expect(await backend(cable.port).print({ ...label(cable.port), tail })).toEqual({ ok: true })
    expect(tail.answer()).toMatchObject({ isWhole: true, odometer: 1 })
    await bridge.finish()
    expect(printer.roll.entries().map((entry) => entry.sha256)).toEqual([sha256(LABEL)])
  })

  test('hears ~JX before its first ZPL label, and after each that broke off, so that no half one takes in the next', async () => {
    const cable = await serialCable()
    const printer = await startPrinter({ isLine: true })
    const bridge = bridgeTo(cable, printer.rawPort)
    const left = await openPort(cable)
    // An agent that was killed in the middle.
    await new Promise<void>((resolve) => left.write('^XA^FO20,20^FDhalf', () => resolve()))
    await new Promise<void>((resolve) => left.close(() => resolve()))
    const printers = backend(cable.port)
    const zpl = { ...label(cable.port), language: 'zpl' } as const
    expect(await printers.print(zpl)).toEqual({ ok: true })
    await until('the label', () => printer.roll.entries().length === 1)
    expect(printer.roll.entry(1)).toMatchObject({ sha256: sha256(LABEL), labelsPrinted: 1 })

    const stop = new AbortController()
    const long = Buffer.concat([LABEL.subarray(0, 20), Buffer.alloc(4_000_000, 'x'), LABEL.subarray(20)])
    const breaking = printers.print({ ...zpl, payload: long, signal: stop.signal })
    await until('some of it', () => bridge.bytes() > 10_000)
    stop.abort()
    expect(await breaking).toMatchObject({ code: 'stopped' })
    expect(await printers.print(zpl)).toEqual({ ok: true })
    await until('the next label', () => printer.roll.entries().length === 2)
    expect(printer.roll.entry(2)).toMatchObject({ sha256: sha256(LABEL) })
  })

  test('of another language, or after a whole label, hears nothing but its labels', async () => {
    const cable = await serialCable()
    const peer = serialPeer(cable)
    const printers = backend(cable.port)
    for (const language of ['epl', 'zpl', 'zpl', 'epl'] as const)
      expect(await printers.print({ ...label(cable.port, Buffer.from(language)), language })).toEqual({
        ok: true,
      })
    await until('the labels', () => peer.bytes().toString().endsWith('zplepl'))
    expect(peer.bytes().toString()).toBe('eplzplzplepl')
  })

  test('that never reads is given up: nobody knows what it took', async () => {
    const cable = await serialCable()
    expect(await backend(cable.port, { limits: IMPATIENT }).print(label(cable.port, BIG))).toMatchObject({
      code: 'write_stalled',
      retry: 'ambiguous',
    })
  })

  test('holds us back by XOFF only where the setting says so, and lets us go on by XON', async () => {
    const stopAt = (answer: string) => {
      let isSaid = false
      return (cable: SerialCable): void => {
        if (!isSaid) cable.say(answer)
        isSaid = true
      }
    }
    const stopped = await serialCable()
    serialPeer(stopped, stopAt(XOFF))
    const obeying = backend(`${stopped.port}?flow=xonxoff`, { limits: IMPATIENT })
    expect(await obeying.print(label(stopped.port, BIG))).toMatchObject({ code: 'write_stalled' })

    const ignored = await serialCable()
    const peer = serialPeer(ignored, stopAt(XOFF))
    expect(await backend(ignored.port, { limits: IMPATIENT }).print(label(ignored.port, BIG))).toEqual({
      ok: true,
    })
    await until('the bytes', () => peer.bytes().length === BIG.length)
  })

  test('that goes on by XON gets the rest', async () => {
    const cable = await serialCable()
    const peer = serialPeer(cable)
    const printing = backend(`${cable.port}?flow=xonxoff`).print(label(cable.port, BIG))
    await peer.first
    cable.say(XOFF)
    let before = -1
    // Two looks in a row that find the same: what was in the cable has come.
    await until('the pause', async () => {
      const isSame = peer.bytes().length === before
      before = peer.bytes().length
      await delay(100)
      return isSame
    })
    expect(before).toBeLessThan(BIG.length)
    cable.say(XON)
    expect(await printing).toEqual({ ok: true })
    await until('the bytes', () => peer.bytes().length >= BIG.length)
    expect(sha256(peer.bytes())).toBe(sha256(BIG))
  })

  test('whose cable is pulled out in the middle leaves the label in doubt', async () => {
    const cable = await serialCable()
    const peer = serialPeer(cable)
    const printers = backend(cable.port)
    const printing = printers.print(label(cable.port, BIG))
    await peer.first
    cable.pull()
    expect(await printing).toMatchObject({ code: 'device_gone', retry: 'ambiguous' })
    expect(await printers.print(label(cable.port))).toMatchObject({
      code: 'printer_unreachable',
      retry: 'transient',
    })
  })

  test('whose cable is pulled out while it is asked behind the label leaves it in doubt', async () => {
    const cable = await serialCable()
    const peer = serialPeer(cable)
    const tail = {
      everyMs: 60_000,
      limitMs: 60_000,
      next: () => 'wait' as const,
      hear: () => 'more' as const,
    }
    const printing = backend(cable.port).print({ ...label(cable.port), tail })
    await until('the label', () => peer.bytes().length === LABEL.length)
    cable.pull()
    expect(await printing).toMatchObject({ code: 'device_gone', retry: 'ambiguous' })
  })

  test('that another program uses is in use, and may be tried again', async () => {
    const cable = await serialCable()
    await openPort(cable)
    const printers = backend(cable.port)
    expect(await printers.print(label(cable.port))).toMatchObject({
      code: 'printer_busy',
      retry: 'transient',
    })
    expect(await printers.status(cable.port)).toMatchObject({
      state: 'busy',
      reason: { code: 'printer_in_use' },
    })
  })

  test('stops at once when the agent is stopped', async () => {
    const cable = await serialCable()
    const stop = new AbortController()
    const printing = backend(cable.port).print({ ...label(cable.port, BIG), signal: stop.signal })
    stop.abort()
    expect(await printing).toMatchObject({ code: 'stopped' })
  })

  test('gets labels one after the other, and a question gives way to a label', async () => {
    const cable = await serialCable()
    const peer = serialPeer(cable)
    const printers = backend(cable.port)
    const asking = printers.read?.(cable.port, 'zpl')
    const payloads = ['one', 'two', 'three'].map((text) => Buffer.from(text))
    const outcomes = await Promise.all(payloads.map(async (one) => printers.print(label(cable.port, one))))
    expect(outcomes).toEqual(payloads.map(() => ({ ok: true })))
    expect(await asking).toEqual({ kind: 'busy' })
    await until('the labels', () => peer.bytes().toString().endsWith('onetwothree'))
  })
})
