// One printer that two back ends see: which of them people are shown.
import { describe, expect, test } from 'vitest'
import type { PrinterPlace } from './printer-backend.ts'
import { shownOnce } from './same-printer.ts'

type Secured = Extract<PrinterPlace, { readonly kind: 'socket' }>['secured']

const HOST = '192.168.1.50'

function at(id: string, host = HOST, port = 9_100, secured: Secured = null) {
  return { id, place: { kind: 'socket', host, port, secured } as const }
}
function on(id: string, name: string) {
  return { id, place: { kind: 'port', name } as const }
}

const TCP = at(`tcp:${HOST}:9100`)
const CUPS = at('cups:ZD421')
const WIN = at('win:ZD421')
const TLS = at(`tls:${HOST}:9143`, HOST, 9_143, 'known')
const NEW_TLS = at(`tls:${HOST}:9143`, HOST, 9_143, 'new')

function shown(printers: Parameters<typeof shownOnce>[0], chosen: string | null = null): string[] {
  return shownOnce(printers, chosen).map(({ id }) => id)
}

describe('a network printer', () => {
  test.each([
    ['CUPS', CUPS],
    ['Windows', WIN],
  ])('that is typed and a queue of %s is the typed one', (_, queue) => {
    expect(shown([queue, TCP])).toEqual([TCP.id])
    expect(shown([TCP, queue])).toEqual([TCP.id])
  })

  test('whose queue labels come out of stays that queue', () => {
    expect(shown([CUPS, TCP], CUPS.id)).toEqual([CUPS.id])
    expect(shown([CUPS, TCP, TLS], CUPS.id)).toEqual([CUPS.id])
  })

  test('on another port or host, or whose place is not known, is another one', () => {
    const others = [
      at('cups:A', HOST, 9_101),
      at('cups:B', '192.168.1.51'),
      { id: 'cups:C', place: null },
      { id: 'win:D' },
    ]
    expect(shown([TCP, ...others])).toHaveLength(5)
  })

  test('two queues on one are two, as people set them up', () => {
    expect(shown([CUPS, at('cups:Other')])).toHaveLength(2)
  })

  test('hosts have no case', () => {
    expect(
      shown([at('cups:Z', 'Printer.Local'), at('tcp:printer.local:9100', 'printer.local')]),
    ).toHaveLength(1)
  })
})

describe('a printer with TLS', () => {
  test('goes before its plain port and a queue on that, once its certificate is known', () => {
    expect(shown([WIN, TCP, TLS])).toEqual([TLS.id])
  })

  test('is shown beside them before: nobody could try it else', () => {
    expect(shown([TCP, NEW_TLS])).toEqual([TCP.id, NEW_TLS.id])
  })

  test('is not shown where labels come out of the plain port', () => {
    expect(shown([TCP, TLS], TCP.id)).toEqual([TCP.id])
  })

  test('on an unusual port may be another printer of a print server', () => {
    const other = at(`tls:${HOST}:9144`, HOST, 9_144, 'known')
    expect(shown([TCP, other])).toHaveLength(2)
    expect(shown([at(`tcp:${HOST}:9101`, HOST, 9_101), TLS])).toHaveLength(2)
  })

  test('two of them are two', () => {
    expect(shown([TLS, at('tls:other:9143', 'other', 9_143, 'known')])).toHaveLength(2)
  })
})

describe('a serial port', () => {
  test('that is typed goes before a queue on it', () => {
    expect(shown([on('cups:Z', '/dev/ttyUSB0'), on('serial:/dev/ttyUSB0', '/dev/ttyUSB0')])).toEqual([
      'serial:/dev/ttyUSB0',
    ])
    expect(shown([on('win:Z', 'com3'), on('serial:COM3', 'COM3')])).toEqual(['serial:COM3'])
    expect(shown([on('win:Z', 'COM3'), on('serial:COM3', 'COM3')], 'win:Z')).toEqual(['win:Z'])
  })

  test('of another name is another one', () => {
    expect(shown([on('cups:Z', '/dev/ttyUSB1'), on('serial:/dev/ttyUSB0', '/dev/ttyUSB0')])).toHaveLength(2)
  })
})
