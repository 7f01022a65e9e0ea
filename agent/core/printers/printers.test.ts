// Printers by address: raw TCP, a folder, and all back ends as one list.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createFolderPrinters } from './folder.ts'
import type { PrinterBackend } from './printer-backend.ts'
import { createPrinters } from './printers.ts'
import { SOCKET_LIMITS } from './socket-writer.ts'
import { parseTcpAddress, tcpAddressText } from './tcp-address.ts'
import { createTcpPrinters } from './tcp.ts'
import { closedPort, mute, neverReading, printerPeer } from './test/printer-peer.ts'

const signal = new AbortController().signal
const label = { payload: Buffer.from('^XA^FDx^FS^XZ'), title: 'label 1', signal }

function printersAt(parts: { readonly addresses?: string[]; readonly folders?: string[] }) {
  const tcp = createTcpPrinters({
    addresses: () => parts.addresses ?? [],
    clock: systemClock,
    limits: { ...SOCKET_LIMITS, closeMs: 100 },
  })
  const folder = createFolderPrinters({ folders: () => parts.folders ?? [], clock: new SteppedClock() })
  return createPrinters({ backends: [tcp, folder], clock: systemClock, logger: silentLogger })
}

describe('The list of printers', () => {
  test('names those of all back ends', async () => {
    const printers = printersAt({ addresses: ['10.0.0.5:9100'], folders: ['/srv/labels'] })
    expect(await printers.list()).toEqual([
      {
        id: 'tcp:10.0.0.5:9100',
        name: '10.0.0.5:9100',
        detail: 'network printer',
        place: { kind: 'socket', host: '10.0.0.5', port: 9_100, secured: null },
      },
      { id: 'folder:/srv/labels', name: 'labels', detail: '/srv/labels' },
    ])
  })

  test('cuts names and places to what a report can hold', async () => {
    const host = [60, 60, 60, 30].map((length) => 'a'.repeat(length)).join('.')
    const printers = printersAt({ addresses: [`${host}:9100`], folders: [`/${'x'.repeat(240)}`] })
    const list = await printers.list()
    expect(list.map(({ id, name, detail }) => PrinterRow.safeParse({ id, name, detail }).success)).toEqual([
      true,
      true,
    ])
  })

  test('lives with a back end that fails', async () => {
    const broken: PrinterBackend = {
      ...createFolderPrinters({ folders: () => [], clock: systemClock }),
      kind: 'cups',
      list: async () => Promise.reject(new Error('out of order')),
    }
    const tcp = createTcpPrinters({ addresses: () => ['a:1'], clock: systemClock, limits: SOCKET_LIMITS })
    const printers = createPrinters({ backends: [broken, tcp], clock: systemClock, logger: silentLogger })
    expect(await printers.list()).toHaveLength(1)
  })

  test.each(['', 'tcp', 'lpt:1', ':x'])('has no printer %j', async (id) => {
    expect(await printersAt({}).status(id)).toMatchObject({ state: 'absent' })
    expect(await printersAt({}).print(id, label)).toMatchObject({
      code: 'address_not_usable',
      retry: 'permanent',
    })
  })
})

describe('A printer with a TCP port', () => {
  test('gets the label, and is asked for its presence without a byte', async () => {
    const { port, connections } = await printerPeer(mute)
    const printers = printersAt({})
    expect(await printers.status(`tcp:127.0.0.1:${port}`)).toMatchObject({ state: 'present' })
    expect(await printers.print(`tcp:127.0.0.1:${port}`, label)).toMatchObject({ ok: true })
    expect(connections.map((connection) => connection.bytes().toString())).toEqual(['', '^XA^FDx^FS^XZ'])
  })

  test('that takes the connection and does nothing, or refuses it, is busy', async () => {
    const { port } = await printerPeer(neverReading)
    expect(await printersAt({}).status(`tcp:127.0.0.1:${port}`)).toMatchObject({ state: 'busy' })
    expect(await printersAt({}).status(`tcp:127.0.0.1:${await closedPort()}`)).toMatchObject({
      state: 'busy',
    })
  })

  test.each([
    'x',
    'x:0',
    'x:70000',
    '1.2.3:9100',
    '2130706433:9100',
    '0x7f.1:9100',
    '127.0x1:9100',
    '::1:9100',
    '[::1:9100',
    'a b:1',
  ])('is not named by %j', async (address) => {
    expect(parseTcpAddress(address)).toBeNull()
    expect(await printersAt({}).print(`tcp:${address}`, label)).toMatchObject({
      code: 'address_not_usable',
      retry: 'permanent',
    })
  })

  test.each(['printer-1.local:9100', '192.168.1.50:65535', '[fd00::5]:1'])('is named by %j', (text) => {
    const address = parseTcpAddress(text)
    expect(address === null ? null : tcpAddressText(address)).toBe(text)
  })
})

describe('A folder', () => {
  test('gets one file per label, in order, and no part of a file', async () => {
    const folder = temporaryFolder()
    const printers = printersAt({ folders: [folder] })
    expect(await printers.status(`folder:${folder}`)).toMatchObject({ state: 'present' })
    for (let n = 1; n <= 12; n += 1)
      expect(
        await printers.print(`folder:${folder}`, { ...label, payload: Buffer.from(`label ${n}`) }),
      ).toEqual({
        ok: true,
      })
    const contents = readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    expect(contents).toEqual(Array.from({ length: 12 }, (_, index) => `label ${index + 1}`))
  })

  test('that is missing or a file takes nothing, and may be tried again', async () => {
    const folder = temporaryFolder()
    rmSync(folder, { recursive: true })
    expect(await printersAt({}).status(`folder:${folder}`)).toMatchObject({ state: 'absent' })
    expect(await printersAt({}).print(`folder:${folder}`, label)).toMatchObject({
      code: 'file_not_written',
      retry: 'transient',
    })
    mkdirSync(folder)
    expect(await printersAt({}).print(`folder:${folder}`, label)).toEqual({ ok: true })
  })

  test('is named by an absolute path only', async () => {
    expect(await printersAt({}).status('folder:labels')).toMatchObject({ state: 'absent' })
    expect(await printersAt({}).print('folder:../labels', label)).toMatchObject({
      code: 'address_not_usable',
    })
  })
})
