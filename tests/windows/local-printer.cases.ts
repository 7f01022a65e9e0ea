// The printer of Windows that leads to the agent, by the real winspool.drv as Wine has it. Wine 8 has no monitor of TCP/IP
// ports, so the port that Windows' own would have made is put into the registry; everything else is done by the calls.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addKeys, type TcpPortKey } from './registry.ts'
import { windowsPrinters, type WindowsPrinters } from './windows-printers.ts'
import { isWineReady, NEEDS_WINE } from './windows-rig.ts'

const PORT: TcpPortKey = { name: 'PharmacyRelay', host: '127.0.0.1', number: 9_100, protocol: 1, snmp: false }
const PLACE = { host: '127.0.0.1', port: 9_100, isSnmpOn: false }
const OURS = 'Pharmacy labels'
/** ERROR_UNKNOWN_PORT: what Wine says of a port monitor that it does not have. */
const NO_MONITOR = { ok: false, failure: { step: 'OpenPrinterW', code: 1_796 } }
const NOTHING = { ok: true, value: { port: null, printers: [] } }

describe.skipIf(!isWineReady())(`The printer that leads to the agent ${NEEDS_WINE}`, () => {
  let windows: WindowsPrinters

  beforeAll(async () => {
    windows = await windowsPrinters()
  })
  afterAll(async () => windows.stop())

  test('without a monitor of TCP/IP ports is refused, and leaves nothing', async () => {
    expect(await windows.ask('addLocal')).toMatchObject(NO_MONITOR)
    expect(await windows.ask('localFacts')).toMatchObject(NOTHING)
    expect(await windows.ask('removeLocal')).toMatchObject(NOTHING)
  })

  test('without a driver says which call failed', async () => {
    onTestFinished(await addKeys({ tcpPorts: [PORT] }))
    const failure = { step: 'InstallPrinterDriverFromPackageW', code: 1_797 }
    expect(await windows.ask('addLocal')).toMatchObject({ ok: false, failure })
  })

  test('is added once, seen by Windows, never among the label printers, and removed', async () => {
    onTestFinished(await addKeys({ tcpPorts: [PORT], drivers: ['Generic / Text Only'] }))
    const there = { ok: true, value: { port: PLACE, printers: [OURS] } }
    expect(await windows.ask('addLocal')).toMatchObject(there)
    expect(await windows.ask('addLocal')).toMatchObject(there)
    expect(await windows.ask('localFacts')).toMatchObject(there)
    // Windows has it, and it leads to this computer.
    expect(await windows.ask('leadsTo', { name: OURS })).toEqual({ host: PLACE.host, port: PLACE.port })
    expect(await windows.ask('list')).toEqual([])
    expect(await windows.ask('status', { name: OURS })).toMatchObject({ state: 'absent' })
    const { outcome } = await windows.print(OURS, Buffer.from('^XA^XZ'))
    expect(outcome).toMatchObject({ ok: false, code: 'printer_not_found', retry: 'transient' })
    // The printer goes; the port is the monitor's, which Wine has not.
    expect(await windows.ask('removeLocal')).toMatchObject(NO_MONITOR)
    expect(await windows.ask('localFacts')).toMatchObject({ ok: true, value: { port: PLACE, printers: [] } })
  })

  test('another port asks the monitor to change it', async () => {
    onTestFinished(await addKeys({ tcpPorts: [PORT], drivers: ['Generic / Text Only'] }))
    expect(await windows.ask('addLocal', { port: 9_101 })).toMatchObject(NO_MONITOR)
  })

  test('whatever else prints on that port is found by it, and a port that asks by SNMP is told', async () => {
    const name = 'Etiketten Öffnung'
    const keys = { tcpPorts: [{ ...PORT, snmp: true }], printers: [{ name, port: PORT.name }] }
    onTestFinished(await addKeys(keys))
    const value = { port: { ...PLACE, isSnmpOn: true }, printers: [name] }
    expect(await windows.ask('localFacts')).toEqual({ ok: true, value })
    expect(await windows.ask('list')).toEqual([])
  })

  // By the same calls; its data are a name, where the TCP/IP monitor's are portData.
  test('a monitor that Wine has adds and deletes a port, and its refusals are read', async () => {
    const name = 'PharmacyRelayTest'
    const tell = async (command: string) => windows.ask('tellLocalMonitor', { name, title: command })
    expect(await tell('AddPort')).toBe('done')
    expect(await tell('AddPort')).toEqual({ step: 'AddPort', code: 183 })
    expect(await tell('DeletePort')).toBe('done')
    expect(await tell('DeletePort')).toEqual({ step: 'DeletePort', code: 2 })
  })

  test('a program that runs with other rights gets its words as they were, and its exit code comes back', async () => {
    const words = String.raw`Generic "Text" Only \ ö`
    const program = `process.exit(process.argv[1] === ${JSON.stringify(words)} ? 7 : 8)`
    expect(await windows.ask('elevate', { name: words, title: program })).toEqual({ kind: 'ended', code: 7 })
  })
})
