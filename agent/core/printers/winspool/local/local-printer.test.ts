// The printer of Windows that leads to this agent: added, pointed elsewhere, removed, and refused in words, at a Windows in
// memory that reads the very bytes of the port monitor. What of it Wine has is in tests/windows.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, test } from 'vitest'
import { WINDOWS_ERROR } from '../constants.ts'
import type { LocalPlace } from '../spooler-facts.ts'
import { scriptedWindows, spoolerOfWindows, type WindowsScript } from '../test/scripted-windows.ts'
import { LocalPrinter } from './local-printer.ts'

const HERE = { host: '127.0.0.1', port: 9_100 }
const ELSEWHERE = { ...HERE, port: 9_101, isSnmpOn: false }
const PLAIN = 'Generic / Text Only'
const OURS = 'Pharmacy labels'
const PORT = 'PharmacyRelay'

function onWindows(script: WindowsScript = {}, place: LocalPlace | null = HERE) {
  const windows = scriptedWindows(script)
  const open = { place }
  let changes = 0
  const printer = new LocalPrinter({
    spooler: spoolerOfWindows(windows),
    place: () => open.place,
    onChange: () => (changes += 1),
  })
  return { windows, printer, open, changes: () => changes }
}

async function refusalOf(doing: Promise<unknown>): Promise<string | undefined> {
  const error = await doing.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof ProblemError ? error.reason?.code : `not refused: ${String(error)}`
}

describe('adding it', () => {
  test('makes the port with SNMP off, installs the driver that Windows brings, and the printer on it', async () => {
    const { windows, printer, changes } = onWindows()
    const there = { state: 'there', wanted: HERE, port: { ...HERE, isSnmpOn: false }, printers: [OURS] }
    expect(await printer.add(null)).toEqual(there)
    const add = `add ${OURS} on ${PORT} with ${PLAIN}`
    expect(windows.calls).toEqual([`AddPort ${PORT}`, add, `install ${PLAIN}`, add])
    expect(await printer.status()).toEqual(there)
    expect(changes()).toBe(1)
  })

  test('a second time changes nothing; on another port it is pointed there', async () => {
    const { windows, printer, open } = onWindows({ drivers: [PLAIN] })
    await printer.add(null)
    const calls = windows.calls.length
    await printer.add(null)
    expect(windows.calls).toHaveLength(calls)
    open.place = { ...HERE, port: 9_101 }
    expect(await printer.status()).toMatchObject({ state: 'wrong', port: { port: 9_100 } })
    expect(await printer.add(null)).toMatchObject({ state: 'there', port: ELSEWHERE, printers: [OURS] })
    expect(windows.calls.slice(calls)).toEqual([`ConfigPort ${PORT}`])
  })

  test('a port on which somebody switched SNMP on is wrong, and put right', async () => {
    const { printer } = onWindows({
      printers: [[OURS, PORT]],
      ports: { [PORT]: { ...HERE, isSnmpOn: true } },
    })
    expect((await printer.status()).state).toBe('wrong')
    expect((await printer.add(null)).state).toBe('there')
  })

  test('a printer that somebody renamed is ours by its port; another one of our name is left alone', async () => {
    const renamed = onWindows({ printers: [['Etiketten', PORT.toLowerCase()]], ports: { [PORT]: ELSEWHERE } })
    expect((await renamed.printer.add(null)).printers).toEqual(['Etiketten'])
    const taken = onWindows({ drivers: [PLAIN], printers: [[OURS.toUpperCase(), 'USB001']] })
    expect((await taken.printer.add(null)).printers).toEqual([`${OURS} 2`])
  })

  test('with another driver, where one is named', async () => {
    const { windows, printer } = onWindows({ drivers: ['ZDesigner ZD421'] })
    await printer.add('ZDesigner ZD421')
    expect(windows.calls).toContain(`add ${OURS} on ${PORT} with ZDesigner ZD421`)
  })

  test('without the driver leaves nothing behind', async () => {
    const { windows, printer } = onWindows({ onDisk: [] })
    expect(await refusalOf(printer.add('Nope'))).toBe('local_printer_no_driver')
    expect(windows.calls.at(-1)).toBe(`DeletePort ${PORT}`)
    expect((await printer.status()).state).toBe('absent')
  })

  test.each([
    [WINDOWS_ERROR.accessDenied, 'local_printer_denied'],
    [WINDOWS_ERROR.unknownPort, 'local_printer_no_monitor'],
    [WINDOWS_ERROR.unknownMonitor, 'local_printer_no_monitor'],
    [WINDOWS_ERROR.rpcServerUnavailable, 'spooler_stopped'],
    [1_234, 'local_printer_failed'],
  ])('says in words what Windows refuses with %i', async (code, reason) => {
    const { printer } = onWindows({ fails: ['AddPort', code] })
    expect(await refusalOf(printer.add(null))).toBe(reason)
  })

  test('is refused while this computer takes no labels, and off Windows', async () => {
    expect(await refusalOf(onWindows({}, null).printer.add(null))).toBe('local_printer_no_port')
    const elsewhere = new LocalPrinter({ spooler: null, place: () => HERE, onChange: () => undefined })
    expect((await elsewhere.status()).state).toBe('not_here')
    expect(await refusalOf(elsewhere.add(null))).toBe('local_printer_not_here')
    expect(await refusalOf(elsewhere.remove())).toBe('local_printer_not_here')
  })
})

describe('removing it', () => {
  test('takes every printer on the port and the port; a second time there is nothing to do', async () => {
    const { windows, printer } = onWindows({
      printers: [
        [OURS, PORT],
        ['ZD421 over the agent', PORT],
        ['ZD421', 'USB001'],
      ],
      ports: { [PORT]: { ...HERE, isSnmpOn: false } },
    })
    expect(await printer.remove()).toMatchObject({ state: 'absent', printers: [] })
    expect(windows.calls).toEqual([`delete ${OURS}`, 'delete ZD421 over the agent', `DeletePort ${PORT}`])
    expect(windows.queues()).toEqual([{ name: 'ZD421', port: 'USB001' }])
    await printer.remove()
    expect(windows.calls).toHaveLength(3)
  })

  test('says that Windows still prints, and does the rest when asked again', async () => {
    const { windows, printer } = onWindows({ drivers: [PLAIN] })
    await printer.add(null)
    windows.script.fails = ['DeletePort', WINDOWS_ERROR.busy]
    expect(await refusalOf(printer.remove())).toBe('local_printer_busy')
    expect(await printer.status()).toMatchObject({ state: 'wrong', printers: [] })
    windows.script.fails = null
    expect((await printer.remove()).state).toBe('absent')
  })

  test('needs an administrator as well', async () => {
    const { printer } = onWindows({
      printers: [[OURS, PORT]],
      ports: { [PORT]: { ...HERE, isSnmpOn: false } },
      fails: ['DeletePrinter', WINDOWS_ERROR.accessDenied],
    })
    expect(await refusalOf(printer.remove())).toBe('local_printer_denied')
  })
})
