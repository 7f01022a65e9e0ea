// Printers that are set up in Windows, by the real winspool.drv as Wine has it, from Windows' own Node. CUPS stands behind it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasCupsd, startCupsd, type Cupsd } from '../../agent/core/printers/test/cupsd.ts'
import { createTestPrinter, type TestPrinter } from '../../agent/test-printer/label-printer.ts'
import { realLabels, sha256 } from '../../agent/test-printer/test/printer-rig.ts'
import { addKeys, LOCAL } from './registry.ts'
import { windowsPrinters, type WindowsPrinters } from './windows-printers.ts'
import { isWineReady, NEEDS_WINE } from './windows-rig.ts'

const USE_OFFLINE = 0x400
const LABEL = Buffer.from('^XA^FO9,9^FDx^FS^XZ')
const everyByte = Buffer.from(
  Uint8Array.from({ length: 300_000 }, (_, index) => (index ^ (index >> 8)) & 0xff),
)

describe.skipIf(!isWineReady() || !hasCupsd)(`Windows’ spooler ${NEEDS_WINE}`, () => {
  let printer: TestPrinter
  let cupsd: Cupsd
  let windows: WindowsPrinters

  beforeAll(async () => {
    printer = createTestPrinter()
    await printer.start()
    cupsd = await startCupsd(null)
    await cupsd.addQueue('ZD421', `socket://127.0.0.1:${printer.rawPort}`)
    windows = await windowsPrinters(cupsd.socketPath)
  })
  afterAll(async () => {
    await windows.stop()
    await cupsd.stop()
    await printer.stop()
  })

  /** What comes out from now on, as soon as there are so many. */
  const comesOut = () => {
    const before = printer.roll.entries().length
    return async (labels: number): Promise<string[]> => {
      await until('the labels', () => printer.roll.entries().length >= before + labels)
      return printer.roll
        .entries()
        .slice(before)
        .map((entry) => entry.sha256)
    }
  }

  test('every label of the test printer, and every byte value, comes out as it was sent', async () => {
    const cameOut = comesOut()
    expect(await windows.ask('facts')).toMatchObject({ platform: 'win32' })
    const listed = { id: 'win:ZD421', name: 'ZD421', detail: 'ZD421, Zebra at ZD421', place: null }
    expect(await windows.ask('list')).toContainEqual(listed)
    const labels = [...realLabels().map(({ bytes }) => bytes), everyByte]
    for (const [n, label] of labels.entries())
      expect((await windows.print('ZD421', label, `label ${n}`)).outcome).toEqual({ ok: true })
    expect(await cameOut(labels.length)).toEqual(labels.map(sha256))
    expect(windows.log).toEqual([])
  })

  // What comes while it is away is not asked: Wine says of every label that CUPS took it.
  test('a print server that was away and came back prints again, with nothing that is started anew', async () => {
    const cameOut = comesOut()
    await cupsd.halt()
    expect(await windows.ask('list')).toHaveLength(1)
    await cupsd.resume()
    expect((await windows.print('ZD421', everyByte)).outcome).toEqual({ ok: true })
    expect(await cameOut(1)).toEqual([sha256(everyByte)])
  })

  test('2,000 printers are listed while labels go, and no label waits for the list', async () => {
    const cameOut = comesOut()
    const names = Array.from({ length: 2_000 }, (_, n) => `Office ${n + 1}`)
    onTestFinished(await addKeys({ printers: names.map((name) => ({ name, port: 'LPT1:' })) }))
    const alone = await tookMs(windows, 40)
    let isListing = true
    let lists = 0
    const listing = (async () => {
      for (; isListing; lists += 1) expect(await windows.ask('list')).toHaveLength(200)
    })()
    const beside = await tookMs(windows, 40)
    isListing = false
    await listing
    const [one, other] = [alone, beside].map(
      (all) => `p50 ${quantile(all, 0.5)}, p99 ${quantile(all, 0.99)} ms`,
    )
    console.info(`a label alone: ${one}; beside ${lists} lists of 2,001 printers: ${other}`)
    // A label that waits for the list that is under way would make it one label a list.
    expect(40 / lists).toBeGreaterThan(2)
    expect(await cameOut(80)).toHaveLength(80)
    // A label printer is among the 200 that are shown.
    expect(JSON.stringify(await windows.ask('list'))).toContain('win:ZD421')
  })
})

async function tookMs(windows: WindowsPrinters, labels: number): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < labels; n += 1) {
    const { outcome, tookMs: one } = await windows.print('ZD421', LABEL, `label ${n}`)
    expect(outcome).toEqual({ ok: true })
    all.push(one)
  }
  return all.toSorted((one, other) => one - other)
}

function quantile(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
}

describe.skipIf(!isWineReady())(`A printer in the registry of Windows ${NEEDS_WINE}`, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'windows-ports-'))
  const names = [
    'Label Printer 1',
    'Etikettendrucker Öffnung größer',
    'Eczane etiketi ğış',
    'Labels 🏷️💊',
    'Apotheke 👩‍⚕️ 1',
  ]
  const fileOf = (n: number) => path.join(folder, `${n}.out`)
  let windows: WindowsPrinters
  let removeKeys: () => Promise<void>

  beforeAll(async () => {
    const tcpPort = { name: 'IP_127.0.0.1', host: '127.0.0.1', number: 9_100, protocol: 1 }
    removeKeys = await addKeys({
      printers: [
        ...names.map((name, n) => ({ name, port: `|cat > ${fileOf(n)}` })),
        { name: 'ZDesigner ZD421', port: 'USB001' },
        { name: 'Other socket', port: 'USB002' },
        { name: 'Set offline', port: 'LPT1:', attributes: LOCAL | USE_OFFLINE },
        { name: 'Raw', port: tcpPort.name },
        { name: 'Lpr', port: 'IP_127.0.0.2' },
        { name: 'Serial', port: 'COM3:' },
      ],
      tcpPorts: [tcpPort, { name: 'IP_127.0.0.2', host: '127.0.0.2', number: 515, protocol: 2 }],
    })
    windows = await windowsPrinters()
  })
  afterAll(async () => {
    await windows.stop()
    await removeKeys()
    rmSync(folder, { recursive: true })
  })

  test('takes bytes under names with blanks, umlauts and emoji', async () => {
    const list = await windows.ask('list')
    for (const [n, name] of names.entries()) {
      expect(PrinterName.safeParse(`win:${name}`).success).toBe(true)
      expect(list).toContainEqual({ id: `win:${name}`, name, detail: name, place: null })
      expect(await windows.ask('status', { name })).toEqual({ state: 'present', reason: null })
      expect((await windows.print(name, everyByte)).outcome).toEqual({ ok: true })
      expect(sha256(readFileSync(fileOf(n)))).toBe(sha256(everyByte))
    }
  })

  test('that is not there takes nothing and says so', async () => {
    const name = 'NOPE'
    const refused = { code: 'printer_not_found', retry: 'transient' }
    expect((await windows.print(name, LABEL)).outcome).toMatchObject(refused)
    expect(await windows.ask('status', { name })).toMatchObject({ state: 'absent' })
    expect(await windows.ask('conditions', { name })).toBeNull()
    expect(await windows.ask('queued', { name, title: 'label 1' })).toBe('unknown')
  })

  test('that is set offline is handed nothing', async () => {
    const name = 'Set offline'
    expect(await windows.ask('conditions', { name })).toEqual(['queue_stopped'])
    const refused = { code: 'queue_offline', retry: 'transient' }
    expect((await windows.print(name, LABEL)).outcome).toMatchObject(refused)
  })

  test('on a USB port is unplugged until its device is there', async () => {
    const name = 'ZDesigner ZD421'
    const refused = { code: 'printer_unplugged', retry: 'transient' }
    expect((await windows.print(name, LABEL)).outcome).toMatchObject(refused)
    const absent = { state: 'absent', reason: { code: 'printer_unplugged' } }
    expect(await windows.ask('status', { name })).toMatchObject(absent)
    expect(await windows.ask('conditions', { name })).toEqual(['unreachable'])
    onTestFinished(await addKeys({ isUsbThere: true }))
    // The same program, which was told nothing of it.
    expect(await windows.ask('status', { name })).toEqual({ state: 'present', reason: null })
    expect(await windows.ask('conditions', { name })).toEqual([])
    expect(await windows.ask('status', { name: 'Other socket' })).toMatchObject(absent)
    // Wine prints on no such port: it takes every byte, and the very last call fails.
    expect((await windows.print(name, LABEL)).outcome).toMatchObject({ ok: false, retry: 'ambiguous' })
  })

  test('leads to a raw TCP port where its port monitor says so', async () => {
    const place = { kind: 'socket', host: '127.0.0.1', port: 9_100, secured: null }
    expect(await windows.ask('list')).toContainEqual({ id: 'win:Raw', name: 'Raw', detail: 'Raw', place })
    expect(await windows.ask('leadsTo', { name: 'Raw' })).toEqual({ host: '127.0.0.1', port: 9_100 })
    const serial = { kind: 'port', name: 'COM3' }
    const row = { id: 'win:Serial', name: 'Serial', detail: 'Serial', place: serial }
    expect(await windows.ask('list')).toContainEqual(row)
    for (const name of ['Lpr', 'ZDesigner ZD421', 'NOPE', '..\\Ports'])
      expect(await windows.ask('leadsTo', { name })).toBeNull()
  })
})
