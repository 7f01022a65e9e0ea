// For tests: what a printer of each language makes of a payload, read by its manual and not by what wrote it.
import { emptyDots, type Dots } from '../dots/dots.ts'
import type { DrawnLanguage } from '../languages/payload.ts'

/** Each label with black dots as 1, and how often it is printed. */
export interface PrintedLabel {
  readonly dots: Dots
  readonly times: number
}

export const DECODERS: Readonly<Record<DrawnLanguage, (payload: Buffer) => PrintedLabel[]>> = {
  zpl: zplLabels,
  tspl: (payload) =>
    binaryLabels(
      payload,
      /SIZE [\d.]+ mm,[\d.]+ mm\r\nCLS\r\nBITMAP 0,0,(\d+),(\d+),0,/y,
      /\r\nPRINT (\d+),1\r\n/y,
    ),
  epl: (payload) => binaryLabels(payload, /\nN\nq\d+\nGW0,0,(\d+),(\d+),/y, /\nP(\d+)\n/y),
  escpos: escposLabels,
}

/** ZPL II: `G` to `Y` and `g` to `z` repeat the next digit, `,` fills with 0, `!` with 1, `:` repeats the row. */
function zplLabels(payload: Buffer): PrintedLabel[] {
  return payload
    .toString('latin1')
    .split('^XZ')
    .slice(0, -1)
    .map((format) => {
      const [, width = '0', height = '0'] = /\^PW(\d+)\^LL(\d+)/.exec(format) ?? []
      const dots = emptyDots(Number(width), Number(height))
      for (const [, y = '0', total = '0', bytesPerRow = '0', data = ''] of format.matchAll(
        /\^FO0,(\d+)\^GFA,\d+,(\d+),(\d+),([^^]*)\^FS/g,
      ))
        dots.bytes.set(zplRows(data, Number(bytesPerRow), Number(total)), Number(y) * dots.bytesPerRow)
      return { dots, times: Number(/\^PQ(\d+)/.exec(format)?.[1]) }
    })
}

function zplRows(data: string, bytesPerRow: number, total: number): Buffer {
  const digits = bytesPerRow * 2
  const rows: string[] = []
  let row = ''
  let repeat = 0
  for (const sign of data) {
    if (sign >= 'G' && sign <= 'Y') repeat += sign.charCodeAt(0) - 'G'.charCodeAt(0) + 1
    else if (sign >= 'g' && sign <= 'z') repeat += (sign.charCodeAt(0) - 'g'.charCodeAt(0) + 1) * 20
    else if (sign === ':') rows.push(rows.at(-1) ?? '')
    else if (sign === ',') row = row.padEnd(digits, '0')
    else if (sign === '!') row = row.padEnd(digits, 'F')
    else {
      row += sign.repeat(Math.max(1, repeat))
      repeat = 0
    }
    if (row.length < digits) continue
    rows.push(row)
    row = ''
  }
  const bytes = Buffer.from(rows.join(''), 'hex')
  if (bytes.length !== total || row !== '') throw new Error(`${bytes.length} bytes instead of ${total}`)
  return bytes
}

/** Binary rows in which 0 is black, between a head that counts them and a line that prints. */
function binaryLabels(payload: Buffer, head: RegExp, print: RegExp): PrintedLabel[] {
  const text = payload.toString('latin1')
  const labels: PrintedLabel[] = []
  for (let at = 0; at < text.length;) {
    head.lastIndex = at
    const [, bytesPerRow, height] = (head.exec(text) ?? []).map(Number)
    if (bytesPerRow === undefined || height === undefined) throw new Error(`no label at ${at}`)
    const from = head.lastIndex
    print.lastIndex = from + bytesPerRow * height
    const times = Number(print.exec(text)?.[1])
    if (Number.isNaN(times)) throw new Error(`nothing prints at ${from + bytesPerRow * height}`)
    const bytes = payload.subarray(from, from + bytesPerRow * height).map((byte) => ~byte & 0xff)
    labels.push({ dots: { width: bytesPerRow * 8, height, bytesPerRow, bytes }, times })
    at = print.lastIndex
  }
  return labels
}

/** ESC @, pictures below each other, FF. */
function escposLabels(payload: Buffer): PrintedLabel[] {
  const labels: PrintedLabel[] = []
  let at = 0
  while (at < payload.length) {
    if (payload.readUInt16BE(at) !== 0x1b40) throw new Error(`no label at ${at}`)
    at += 2
    const pieces: Buffer[] = []
    let bytesPerRow = 0
    while (payload.readUInt32BE(at) === 0x1d763000) {
      bytesPerRow = payload.readUInt16LE(at + 4)
      const length = bytesPerRow * payload.readUInt16LE(at + 6)
      pieces.push(payload.subarray(at + 8, at + 8 + length))
      at += 8 + length
      if (payload.length - at < 4) break
    }
    if (payload[at] !== 0x0c) throw new Error(`no form feed at ${at}`)
    at += 1
    const bytes = Buffer.concat(pieces)
    labels.push({
      dots: { width: bytesPerRow * 8, height: bytes.length / bytesPerRow, bytesPerRow, bytes },
      times: 1,
    })
  }
  return labels
}
