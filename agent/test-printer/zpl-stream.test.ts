// The stream's reader: formats, declared data, changed prefixes, and queries told from payload.
import { expect, test } from 'vitest'
import { realLabel, realLabels } from './test/printer-rig.ts'
import { ZplStream } from './zpl-stream.ts'

interface Heard {
  readonly payload: string
  readonly queries: readonly string[]
  /** Labels of each format. */
  readonly formats: readonly number[]
  readonly language: string
  readonly isInFormat: boolean
}

function read(pieces: readonly (Buffer | string)[]): Heard {
  const payload: Buffer[] = []
  const queries: string[] = []
  const formats: number[] = []
  const stream = new ZplStream({
    payload: (bytes) => payload.push(Buffer.from(bytes)),
    query: (query) => queries.push(query),
    formatEnded: (labels) => formats.push(labels),
    formatDropped: () => undefined,
  })
  for (const piece of pieces) stream.push(Buffer.from(piece as string, 'latin1'))
  stream.end()
  return {
    payload: Buffer.concat(payload).toString('latin1'),
    queries,
    formats,
    language: stream.language(),
    isInFormat: stream.isInFormat(),
  }
}

function inPiecesOf(length: number, bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * length, (index + 1) * length))
}

test('every real label is all payload, feeds at least one label and ends outside any format', () => {
  for (const { name, bytes } of realLabels()) {
    const heard = read([bytes])
    expect(heard.payload === bytes.toString('latin1'), name).toBe(true)
    expect(heard, name).toMatchObject({ queries: [], language: 'zpl', isInFormat: false })
    expect(Math.max(...heard.formats), name).toBeGreaterThan(0)
  }
})

test('how the bytes are cut into pieces makes no difference', () => {
  for (const name of ['encodings_013.zpl', 'pnldpd.zpl', 'templating.zpl', 'swisspost.zpl']) {
    const bytes = Buffer.concat([Buffer.from('~HS\r\n'), realLabel(name), Buffer.from('~HQES')])
    const whole = read([bytes])
    expect(whole.queries).toEqual(['HS', 'HQES'])
    for (const length of [1, 2, 3, 7]) expect(read(inPiecesOf(length, bytes)), name).toEqual(whole)
  }
})

test('a stored template and a format without fields feed no label', () => {
  expect(read([realLabel('templating.zpl')]).formats).toEqual([0, 1, 1])
  expect(read(['^XA^JUS^XZ']).formats).toEqual([0])
})

test('copies count, and none asked for is one', () => {
  expect(read(['^XA^FDx^FS^PQ3,0,1,Y^XZ']).formats).toEqual([3])
  expect(read(['^XA^FDx^FS^PQ0^XZ^XA^FDy^FS^XZ']).formats).toEqual([1, 1])
})

test('declared binary data may hold commands and queries without being them', () => {
  const label = '^XA^GFB,12,12,1,^XZ~HS^XA^XY^FS^XZ'
  expect(read([label])).toMatchObject({ payload: label, queries: [], formats: [1] })
  const download = '~DYR:A,B,T,6,,~HS^XA^XA^FDx^XZ'
  expect(read(inPiecesOf(1, Buffer.from(download)))).toMatchObject({ queries: [], formats: [1] })
})

test('changed prefixes are followed, for formats and for queries', () => {
  const label = '^XA^CC--FDx-FS^XZ-CT!-XZ!HS\n~HS'
  expect(read([label])).toMatchObject({ formats: [1], queries: ['HS'], isInFormat: false })
})

test('queries around labels are left out of the payload with one line end each', () => {
  const stream =
    '~HS\r\n! U1 getvar "odometer.total_label_count"\r\n^XA^FDx^FS^XZ\r\n~HI~HQOD\n\n! U1 setvar "a" "b"\r\n'
  expect(read([stream])).toMatchObject({
    payload: '^XA^FDx^FS^XZ\r\n\n! U1 setvar "a" "b"\r\n',
    queries: ['HS', 'getvar odometer.total_label_count', 'HI', 'HQOD'],
  })
})

test('a query inside a format is heard and stays in the payload', () => {
  expect(read(['^XA~HS^FDx^FS^XZ'])).toMatchObject({
    payload: '^XA~HS^FDx^FS^XZ',
    queries: ['HS'],
    formats: [1],
  })
})

test('the start that Windows drivers send does not hide the label', () => {
  expect(read(['\x10CT~~CD,~CC^~CT~^XA^FDx^FS^XZ'])).toMatchObject({ language: 'zpl', formats: [1] })
})

test('in bytes that are no ZPL only whole query lines are queries', () => {
  const noise = '\x00~HS~HI ^XA ! U1 getvar "'
  expect(read([noise])).toMatchObject({ payload: noise, queries: [], language: 'bytes', formats: [] })
  const asked = read(inPiecesOf(3, Buffer.from(`${noise}~HS\r\n! U1 getvar "a.b"\r\n!`)))
  expect(asked).toMatchObject({ payload: `${noise}!`, queries: ['HS', 'getvar a.b'] })
})

test('a format that does not end is seen', () => {
  expect(read(['^XA^FDx^FS'])).toMatchObject({ formats: [], isInFormat: true })
})
